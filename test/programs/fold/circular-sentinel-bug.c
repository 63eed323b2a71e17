// The sentinel itself is deleted.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct link {
    struct link *previous;
    struct link *next;
};

static void insert(struct link *before, struct link *e)
{
    e->previous = before;
    e->next = before->next;
    before->next->previous = e;
    before->next = e;
}

static void delete(struct link *e)
{
    e->previous->next = e->next;
    e->next->previous = e->previous;
    free(e); // WARN(invalid-free)
}

int main(void)
{
    struct link head = {&head, &head};
    while (__VERIFIER_nondet_int())
        insert(&head, malloc(sizeof(struct link)));
    do
        delete(head.next);
    while (head.next != &head);
    return 0;
}
