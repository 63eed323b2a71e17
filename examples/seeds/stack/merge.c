// Merges two sorted lists by recursion.
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

L merge(L p, L q)
{
    if (p == NULL)
        return q;
    if (q == NULL)
        return p;
    if (p->d <= q->d) {
        p->n = merge(p->n, q);
        return p;
    }
    q->n = merge(p, q->n);
    return q;
}

int main(void)
{
    L x = create(__VERIFIER_nondet_int());
    L y = create(__VERIFIER_nondet_int());
    delall(merge(x, y));
    return 0;
}
