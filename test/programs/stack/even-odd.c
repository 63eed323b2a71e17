// Two functions free a list in turns.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct node {
    int d;
    struct node *n;
} *L;

L create(int s)
{
    L x;
    if (s <= 0)
        return NULL;
    x = malloc(sizeof *x);
    x->d = s;
    x->n = create(s - 1);
    return x;
}

void odd(L x);

void even(L x)
{
    L rest;
    if (x == NULL)
        return;
    rest = x->n;
    free(x);
    odd(rest);
}

void odd(L x)
{
    L rest;
    if (x == NULL)
        return;
    rest = x->n;
    free(x);
    even(rest);
}

int main(void)
{
    even(create(__VERIFIER_nondet_int()));
    return 0;
}
