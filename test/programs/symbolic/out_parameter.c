// The callee has already allocated when it reports the error.
// INPUTS: n
// WHEN(leak): n > 100
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int make(int **out, int n)
{
    if (n < 0)
        return -1;
    *out = malloc(4);
    return n > 100 ? -1 : 0;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int *p = NULL;
    if (make(&p, n) != 0)
        return 1;
    free(p);
    return 0;
}
