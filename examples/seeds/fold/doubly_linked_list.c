// Builds a doubly linked list of any length, then frees it from the front.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
    struct item *previous;
};

int main(void)
{
    struct item *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *e = malloc(sizeof *e);
        if (e == NULL)
            exit(1);
        e->next = head;
        e->previous = NULL;
        if (head != NULL)
            head->previous = e;
        head = e;
    }
    while (head != NULL) {
        struct item *e = head;
        head = e->next;
        if (head != NULL)
            head->previous = NULL;
        free(e);
    }
    return 0;
}
