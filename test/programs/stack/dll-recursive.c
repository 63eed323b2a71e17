// A doubly linked list handled by recursion: built from the front, inserted into, deleted from, counted, appended, freed.
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

struct node *insert(struct node *list, int key)
{
    if (!list || list->key >= key) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            exit(1);
        n->key = key;
        n->next = list;
        n->prev = NULL;
        if (list) {
            n->prev = list->prev;
            list->prev = n;
        }
        return n;
    }
    list->next = insert(list->next, key);
    list->next->prev = list;
    return list;
}

struct node *without(struct node *list, int key)
{
    if (!list)
        return NULL;
    if (list->key == key) {
        struct node *next = list->next;
        if (next)
            next->prev = list->prev;
        free(list);
        return next;
    }
    list->next = without(list->next, key);
    return list;
}

int count(struct node *list)
{
    return list ? 1 + count(list->next) : 0;
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
    int n;
    struct node *list = build(NULL);
    list = insert(list, 3);
    list = without(list, 5);
    n = count(list);
    drop(list);
    return n;
}
