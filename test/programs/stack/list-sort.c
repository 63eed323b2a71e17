// Recursive sorted insertion and merge sort, with data-dependent branches.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct node {
    int d;
    struct node *n;
} *L;

L create(int n)
{
    L x;
    if (n <= 0)
        return NULL;
    x = malloc(sizeof *x);
    x->d = __VERIFIER_nondet_int();
    x->n = create(n - 1);
    return x;
}

void drop(L x)
{
    if (x == NULL)
        return;
    drop(x->n);
    free(x);
}

L insert(L s, L x)
{
    if (s == NULL || x->d <= s->d) {
        x->n = s;
        return x;
    }
    s->n = insert(s->n, x);
    return s;
}

L sort(L x)
{
    L rest;
    if (x == NULL)
        return NULL;
    rest = x->n;
    x->n = NULL;
    return insert(sort(rest), x);
}

L without(L x, int d)
{
    L rest;
    if (x == NULL)
        return NULL;
    rest = without(x->n, d);
    if (x->d == d) {
        free(x);
        return rest;
    }
    x->n = rest;
    return x;
}

int main(void)
{
    L x = sort(create(__VERIFIER_nondet_int()));
    drop(without(x, __VERIFIER_nondet_int()));
    return 0;
}
