// A recursive deletion from a doubly linked list that leaves the back pointer to the freed cell.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
    struct node *prev;
};

struct node *build(struct node *prev)
{
    struct node *n;
    if (__VERIFIER_nondet_int())
        return NULL;
    n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->key = __VERIFIER_nondet_int();
    n->prev = prev;
    n->next = build(n);
    return n;
}

struct node *without(struct node *list, int key)
{
    if (!list)
        return NULL;
    if (list->key == key) {
        struct node *next = list->next;
        free(list);
        return next;
    }
    list->next = without(list->next, key);
    return list;
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
    struct node *list = without(build(NULL), 3), *c = list;
    while (c && c->next)
        c = c->next;
    while (c)
        c = c->prev; // WARN(use-after-free)
    drop(list);
    return 0;
}
