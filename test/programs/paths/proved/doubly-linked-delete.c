// Elements are deleted from the middle of a doubly linked list while it is walked.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
    int value;
};

int main(void)
{
    struct node *head = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *x = malloc(sizeof *x);
        if (!x)
            abort();
        x->value = __VERIFIER_nondet_int();
        x->prev = NULL;
        x->next = head;
        if (head)
            head->prev = x;
        head = x;
    }
    for (struct node *p = head, *next; p; p = next) {
        next = p->next;
        if (p->value != 3)
            continue;
        if (p->prev)
            p->prev->next = p->next;
        else
            head = p->next;
        if (p->next)
            p->next->prev = p->prev;
        free(p);
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
