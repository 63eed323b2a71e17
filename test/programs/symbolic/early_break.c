// A loop that is left early does not free its memory.
// INPUTS: n m
// WHEN(leak): m >= 0 and m < n
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int m = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        char *p = malloc(4);
        if (i == m)
            break;
        free(p);
    }
    return 0;
}
