// A function that gets the address of a list loses the rest after the cell that it unlinks.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

void push(struct node **list, int key)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->key = key;
    n->next = *list;
    *list = n;
}

void pop(struct node **list)
{
    struct node *n = *list;
    if (!n)
        return;
    *list = NULL;
    free(n); // WARN(leak)
}

void reverse(struct node **list)
{
    struct node *done = NULL;
    while (*list) {
        struct node *n = *list;
        *list = n->next;
        n->next = done;
        done = n;
    }
    *list = done;
}

void drop(struct node **list)
{
    if (!*list)
        return;
    pop(list);
    drop(list);
}

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int())
        push(&list, __VERIFIER_nondet_int());
    pop(&list);
    reverse(&list);
    drop(&list);
    return 0;
}
