// The same list with its head kept: nothing is lost, for any length.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct el {
    int item;
    struct el *next;
};

static struct el *make(void)
{
    struct el *e = calloc(1, sizeof *e);
    if (e == NULL)
        exit(1);
    return e;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    struct el *head = make();
    struct el *p = head;
    p->item = 1;
    for (int i = 2; i <= n; i++) {
        p->next = make();
        p = p->next;
        p->item = i;
    }
    while (head != NULL) {
        p = head->next;
        free(head);
        head = p;
    }
    return 0;
}
