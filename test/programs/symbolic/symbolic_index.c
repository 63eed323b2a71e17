// The cleanup of a table stops one element early, and only one slot is in use.
// INPUTS: n i
// WHEN(leak): n == i + 1 and n >= 1 and n <= 20
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int i = __VERIFIER_nondet_int();
    if (n < 1 || n > 20 || i < 0 || i >= n)
        return 0;
    char **table = calloc(n, sizeof *table);
    table[i] = malloc(3);
    for (int j = 0; j < n - 1; j++)
        free(table[j]);
    free(table);
    return 0;
}
