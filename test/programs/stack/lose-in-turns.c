// Mutual recursion in which the second function loses every cell that it visits.
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


void lose(L x);

void keep(L x)
{
    L rest;
    if (x == NULL)
        return;
    rest = x->n;
    free(x);
    lose(rest);
} // WARN(leak)

void lose(L x)
{
    if (x == NULL)
        return;
    keep(x->n);
}

int main(void)
{
    keep(create(__VERIFIER_nondet_int()));
    return 0;
}
