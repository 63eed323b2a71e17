// A deletion from a doubly linked list that does not link the predecessor to the successor.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
    struct node *prev;
};

struct node *insert(struct node *list, int key)
{
    struct node *n, *before = NULL, *c = list;
    while (c && c->key < key) {
        before = c;
        c = c->next;
    }
    n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->key = key;
    n->next = c;
    n->prev = before;
    if (c)
        c->prev = n;
    if (before)
        before->next = n;
    else
        list = n;
    return list;
}

struct node *without(struct node *list, int key)
{
    struct node *c = list;
    while (c && c->key != key)
        c = c->next;
    if (!c)
        return list;
    if (c->prev)
        c->prev->next = NULL;
    else
        list = c->next;
    if (c->next)
        c->next->prev = c->prev;
    free(c); // WARN(leak)
    return list;
}

int sum_from_end(struct node *list)
{
    int sum = 0;
    while (list && list->next)
        list = list->next;
    for (; list; list = list->prev)
        sum += list->key;
    return sum;
}

void drop(struct node *list)
{
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void)
{
    struct node *list = NULL;
    int sum;
    while (__VERIFIER_nondet_int())
        list = insert(list, __VERIFIER_nondet_int());
    list = without(list, 3);
    sum = sum_from_end(list);
    drop(list);
    return sum;
}
