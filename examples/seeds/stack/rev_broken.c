// The reversal with its essential statement left out: the result is a cycle. Longer lists never leave app.
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
    rest = x->n; // WARN(use-after-free)
    free(x);
    delall(rest);
}

L app(L p, L q)
{
    L r;
    if (p == NULL)
        return q;
    r = p;
    while (r->n != NULL)
        r = r->n;
    r->n = q;
    return p;
}

L rev(L x)
{
    L xn, t;
    if (x == NULL)
        return NULL;
    xn = x->n;
    t = rev(xn);
    return app(t, x);
}

int main(void)
{
    L hd, z;
    int s = __VERIFIER_nondet_int();
    if (s > 2)
        s = 2;
    hd = create(s);
    z = rev(hd);
    delall(z);
    return 0;
}
