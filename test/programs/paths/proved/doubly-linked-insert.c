// Inserts after an element of a doubly linked list.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next, *prev;
};

static struct item *make(void)
{
    struct item *i = malloc(sizeof *i);
    if (i == NULL)
        exit(1);
    i->next = NULL;
    i->prev = NULL;
    return i;
}

static void insert_after(struct item *at, struct item *i)
{
    i->prev = at;
    i->next = at->next;
    if (at->next != NULL)
        at->next->prev = i;
    at->next = i;
}

int main(void)
{
    struct item *head = make();
    struct item *second = make();
    insert_after(head, second);
    insert_after(head, make());
    second = NULL;
    free(head->next->next);
    free(head->next);
    free(head);
    return 0;
}
