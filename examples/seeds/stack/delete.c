// Deletes an element from a sorted list, by recursion.
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

L delete(L x, int d)
{
    L rest;
    if (x == NULL || x->d > d)
        return x;
    if (x->d == d) {
        rest = x->n;
        free(x);
        return rest;
    }
    x->n = delete(x->n, d);
    return x;
}

int main(void)
{
    L hd = create(__VERIFIER_nondet_int());
    hd = delete(hd, __VERIFIER_nondet_int());
    delall(hd);
    return 0;
}
