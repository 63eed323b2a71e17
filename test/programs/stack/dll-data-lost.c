// A doubly linked list whose cells own data that is not freed with them.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    struct node *prev;
    int *data;
};

struct list {
    struct node *first;
    struct node *last;
};

void append(struct list *l, int value)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->data = malloc(sizeof *n->data);
    if (!n->data)
        exit(1);
    *n->data = value;
    n->next = NULL;
    n->prev = l->last;
    if (l->last)
        l->last->next = n;
    else
        l->first = n;
    l->last = n;
}

void take(struct list *l)
{
    struct node *n = l->last;
    l->last = n->prev;
    if (l->last)
        l->last->next = NULL;
    else
        l->first = NULL;
    free(n); // WARN(leak)
}

int main(void)
{
    struct list *l = malloc(sizeof *l);
    if (!l)
        exit(1);
    l->first = NULL;
    l->last = NULL;
    while (__VERIFIER_nondet_int())
        append(l, 1);
    while (l->last)
        take(l);
    free(l);
    return 0;
}
