// A doubly linked list is built at the front, walked to its end and freed backwards.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
};

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *x = malloc(sizeof *x);
        if (!x)
            abort();
        x->prev = NULL;
        x->next = head;
        if (head)
            head->prev = x;
        head = x;
    }
    struct node *last = NULL;
    for (struct node *p = head; p; p = p->next)
        last = p;
    while (last) {
        struct node *before = last->prev;
        free(last);
        last = before;
    }
    return 0;
}
