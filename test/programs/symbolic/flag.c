// Freed only if the flag is not set.
// INPUTS: verbose
// WHEN(leak): verbose != 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int verbose = __VERIFIER_nondet_int();
    char *log = malloc(8);
    if (!verbose)
        free(log);
    return 0;
}
