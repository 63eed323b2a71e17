// Creates an element and inserts it into a sorted list, by recursion.
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

L insert(L x, int d)
{
    L e;
    if (x == NULL || x->d >= d) {
        e = (L)malloc(sizeof(*e));
        if (e == NULL)
            exit(1);
        e->d = d;
        e->n = x;
        return e;
    }
    x->n = insert(x->n, d);
    return x;
}

int main(void)
{
    L hd = NULL;
    while (__VERIFIER_nondet_int())
        hd = insert(hd, __VERIFIER_nondet_int());
    delall(hd);
    return 0;
}
