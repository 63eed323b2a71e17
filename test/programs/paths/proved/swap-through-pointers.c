// Swaps two allocations through pointers to the pointers.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct pair {
    int *first, *second;
};

static void swap(int **a, int **b)
{
    int *old = *a;
    *a = *b;
    *b = old;
}

int main(void)
{
    struct pair p;
    int *x = malloc(sizeof *x);
    int *y = malloc(sizeof *y);
    if (x == NULL || y == NULL)
        exit(1);
    *x = 1;
    *y = 2;
    p.first = x;
    p.second = y;
    swap(&p.first, &p.second);
    if (p.first == y)
        free(p.second);
    free(p.first);
    return 0;
}
