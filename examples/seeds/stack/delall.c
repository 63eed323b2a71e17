// Frees an entire list by recursion.
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

int main(void)
{
    delall(create(8));
    delall(NULL);
    delall(create(__VERIFIER_nondet_int()));
    return 0;
}
