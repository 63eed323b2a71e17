// The cleanup loop ends one element too early.
// INPUTS: n
// WHEN(leak): n >= 1 and n <= 8
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    char *table[8];
    if (n < 0 || n > 8)
        return 1;
    for (int i = 0; i < n; i++)
        table[i] = malloc(4);
    for (int i = 0; i < n - 1; i++)
        free(table[i]);
    return 0;
}
