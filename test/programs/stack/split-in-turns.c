// The cells of one list go to two lists in turns, which are then joined in turns.
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

void drop(L x)
{
    if (x == NULL)
        return;
    drop(x->n);
    free(x);
}


static L evens, odds;

void odd(L x);

void even(L x)
{
    L rest;
    if (x == NULL)
        return;
    rest = x->n;
    x->n = evens;
    evens = x;
    odd(rest);
}

void odd(L x)
{
    L rest;
    if (x == NULL)
        return;
    rest = x->n;
    x->n = odds;
    odds = x;
    even(rest);
}

int main(void)
{
    even(create(__VERIFIER_nondet_int()));
    drop(evens);
    evens = NULL;
    drop(odds);
    odds = NULL;
    return 0;
}
