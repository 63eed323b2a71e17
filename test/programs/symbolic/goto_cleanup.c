// A cleanup label that is skipped.
// INPUTS: a b
// WHEN(leak): a >= 0 and b == 7
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    char *p = malloc(8), *q = NULL;
    if (a < 0)
        goto out;
    q = malloc(8);
    if (b == 7)
        goto done;
out:
    free(q);
    free(p);
done:
    return 0;
}
