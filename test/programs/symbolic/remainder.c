// Depends on the remainder of a division.
// INPUTS: n
// WHEN(leak): n >= 0 and n % 4 == 3
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0)
        return 1;
    char *p = malloc(4);
    if (n % 4 != 3)
        free(p);
    return 0;
}
