// A sum that reads one cell past the end of the list.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct node {
    int d;
    struct node *n;
} *L;

int sum(L x, int depth)
{
    if (depth == 0)
        return 0;
    return x->d + sum(x->n, depth - 1); // WARN(null-dereference)
}

int main(void)
{
    L x = malloc(sizeof *x);
    int s;
    x->d = 1;
    x->n = NULL;
    s = sum(x, 2);
    free(x);
    return s;
}
