// The size is computed before it is tested.
// INPUTS: n
// WHEN(leak): n >= 8
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int half = n / 2;
    char *p = malloc(4);
    if (half > 3)
        return 1;
    free(p);
    return 0;
}
