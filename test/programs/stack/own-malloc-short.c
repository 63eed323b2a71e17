// Cells are allocated with the size of a pointer to them.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *prev;
};

void *get(size_t size)
{
    void *p = malloc(size);
    if (!p)
        exit(1);
    return p;
}

struct node *build(struct node *prev)
{
    struct node *n;
    if (__VERIFIER_nondet_int())
        return NULL;
    n = get(sizeof n);
    n->prev = prev; // WARN(out-of-bounds)
    n->next = build(n);
    return n;
}

void drop(struct node *list)
{
    if (!list)
        return;
    drop(list->next);
    free(list);
}

int main(void)
{
    drop(build(NULL));
    return 0;
}
