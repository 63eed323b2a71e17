// Two correlated tests: one allocates, the other frees.
// INPUTS: a b
// WHEN(leak): a > b and b <= 3
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int *p = NULL;
    if (a > b)
        p = malloc(4);
    if (a > b && b > 3)
        free(p);
    return 0;
}
