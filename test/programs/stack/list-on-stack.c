// A list with head and tail pointers in a record on the stack.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int key;
};

struct list {
    struct node *first;
    struct node *last;
    int length;
};

void append(struct list *l, int key)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->key = key;
    n->next = NULL;
    if (l->last)
        l->last->next = n;
    else
        l->first = n;
    l->last = n;
    l->length++;
}

void clear(struct list *l)
{
    while (l->first) {
        struct node *n = l->first;
        l->first = n->next;
        free(n);
    }
    l->last = NULL;
    l->length = 0;
}

int main(void)
{
    struct list l = {0};
    while (__VERIFIER_nondet_int())
        append(&l, 1);
    clear(&l);
    append(&l, 2);
    clear(&l);
    return 0;
}
