// Two lists are walked in step; a copy of each pair's first cell is returned.
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


L zip(L a, L b)
{
    L c;
    if (a == NULL || b == NULL)
        return NULL;
    c = malloc(sizeof *c);
    c->d = a->d + b->d;
    c->n = zip(a->n, b->n);
    return c;
}

int main(void)
{
    L a = create(__VERIFIER_nondet_int());
    L b = create(__VERIFIER_nondet_int());
    L c = zip(a, b);
    drop(a);
    drop(b);
    drop(c);
    return 0;
}
