// The first element of a doubly linked list is deleted, but the head is not updated.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next, *prev;
};

int main(void)
{
    struct node *head = NULL;
    for (int i = 0; i < 2; i++) {
        struct node *x = malloc(sizeof *x);
        if (!x)
            abort();
        x->prev = NULL;
        x->next = head;
        if (head)
            head->prev = x;
        head = x;
    }
    struct node *p = head;
    if (p->prev)
        p->prev->next = p->next;
    if (p->next)
        p->next->prev = p->prev;
    free(p); // WARN(leak)
    while (head) {
        struct node *next = head->next; // WARN(use-after-free)
        free(head);
        head = next;
    }
    return 0;
}
