// Reverses a list by recursion, appending by recursion too.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct node {
    int d;
    struct node *n;
} *L;

L create(int s)
{
    L tmp, tl;
    if (s <= 0)
        return NULL;
    tl = create(s - 1);
    tmp = (L)malloc(sizeof(*tmp));
    if (tmp == NULL)
        exit(1);
    tmp->n = tl;
    tmp->d = s;
    return tmp;
}

void delall(L x)
{
    L rest;
    if (x == NULL)
        return;
    rest = x->n;
    free(x);
    delall(rest);
}

L app(L p, L q)
{
    if (p == NULL)
        return q;
    p->n = app(p->n, q);
    return p;
}

L rev(L x)
{
    L xn, t;
    if (x == NULL)
        return NULL;
    xn = x->n;
    x->n = NULL;
    t = rev(xn);
    return app(t, x);
}

int main(void)
{
    L hd, z;
    hd = create(__VERIFIER_nondet_int());
    z = rev(hd);
    delall(z);
    return 0;
}
