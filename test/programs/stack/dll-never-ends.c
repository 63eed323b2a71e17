// A circular doubly linked list, freed as if it were acyclic.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *prev;
};

void add(struct node *head, struct node *n)
{
    n->next = head->next;
    n->prev = head;
    head->next->prev = n;
    head->next = n;
}

int main(void)
{
    struct node *head = malloc(sizeof *head), *c;
    if (!head)
        exit(1);
    head->next = head;
    head->prev = head;
    while (__VERIFIER_nondet_int()) {
        c = malloc(sizeof *c);
        if (!c)
            exit(1);
        add(head, c);
    }
    c = head->next;
    while (c) {
        struct node *next = c->next; // WARN(use-after-free)
        free(c);
        c = next;
    }
    free(head);
    return 0;
}
