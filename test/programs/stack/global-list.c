// A list in a global variable, freed by recursion.
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

static L all;

void drop(L x)
{
    if (x == NULL)
        return;
    drop(x->n);
    free(x);
}

int main(void)
{
    all = create(__VERIFIER_nondet_int());
    drop(all);
    all = NULL;
    return 0;
}
