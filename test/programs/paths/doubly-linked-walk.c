// A doubly linked list is built at the front, walked to its end and released backwards. A second one is touched too late.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
};

static struct node *make(void)
{
    struct node *x = malloc(sizeof *x);
    if (!x)
        abort();
    x->next = x->prev = NULL;
    return x;
}

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *x = make();
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

    struct node *other = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *x = make();
        x->next = other;
        if (other)
            other->prev = x;
        other = x;
    }
    while (other) {
        struct node *after = other->next;
        free(other);
        if (after)
            after->prev->next = NULL; // WARN(use-after-free)
        other = after;
    }
    return 0;
}
