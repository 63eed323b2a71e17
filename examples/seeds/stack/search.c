// Searches an element in a sorted list, by recursion.
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

L search(L x, int d)
{
    if (x == NULL || x->d > d)
        return NULL;
    if (x->d == d)
        return x;
    return search(x->n, d);
}

int main(void)
{
    L hd = create(__VERIFIER_nondet_int());
    L found = search(hd, __VERIFIER_nondet_int());
    if (found != NULL)
        found->d = 0;
    delall(hd);
    return 0;
}
