// Depends on a polynomial: 1 + 2 + ... + n is more than 10.
// INPUTS: n
// WHEN(leak): n >= 5 and n <= 100
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100)
        return 0;
    int sum = 0;
    for (int i = 1; i <= n; i++)
        sum += i;
    char *p = malloc(4);
    if (sum <= 10)
        free(p);
    return 0;
}
