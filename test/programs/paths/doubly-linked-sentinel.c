// A doubly linked list around a sentinel on the stack: removal from the front does not update the back link.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
};

static void append(struct node *head)
{
    struct node *x = malloc(sizeof *x);
    if (!x)
        abort();
    x->prev = head->prev;
    x->next = head;
    head->prev->next = x; // WARN(use-after-free)
    head->prev = x;
}

int main(void)
{
    struct node head = {&head, &head};
    append(&head);
    struct node *first = head.next;
    head.next = first->next;
    free(first);
    append(&head);
    return 0;
}
