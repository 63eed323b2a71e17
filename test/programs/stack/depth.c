// Correlations with integers: a depth that bounds a walk, a flag for memory that must be freed, an index.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct node {
    int d;
    struct node *n;
} *L;

static int made;
static int count[4];

L create(int s)
{
    L x;
    if (s <= 0)
        return NULL;
    x = malloc(sizeof *x);
    made = 1;
    x->d = s;
    x->n = create(s - 1);
    return x;
}

L cons(L rest)
{
    L x = malloc(sizeof *x);
    x->d = 0;
    x->n = rest;
    return x;
}

void drop(L x)
{
    if (x == NULL)
        return;
    drop(x->n);
    free(x);
}

int slot(int k)
{
    if (k < 0)
        return 0;
    return k > 3 ? 3 : k;
}

int main(void)
{
    int big = __VERIFIER_nondet_int() > 2;
    L x = big ? cons(create(5)) : NULL;
    int i = slot(__VERIFIER_nondet_int());
    count[i] = 1;
    if (big)
        x->d = i;
    if (big)
        drop(x);
    for (i = 0; i < 4; i++)
        count[i] = 0;
    return made == 0 && big;
}
