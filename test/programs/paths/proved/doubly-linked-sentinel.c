// A doubly linked list around a sentinel on the stack: elements are appended at the end and removed from the front.
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
    head->prev->next = x;
    head->prev = x;
}

int main(void)
{
    struct node head = {&head, &head};
    while (__VERIFIER_nondet_int())
        append(&head);
    while (head.next != &head) {
        struct node *first = head.next;
        head.next = first->next;
        first->next->prev = &head;
        free(first);
    }
    return 0;
}
