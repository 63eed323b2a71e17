// The recursion has no base case.
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
    L next = x->n; // WARN(null-dereference)
    free(x);
    drop(next);
}

int main(void)
{
    drop(create(__VERIFIER_nondet_int()));
    return 0;
}
