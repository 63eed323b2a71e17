// Every iteration allocates; only the last allocation is freed.
// INPUTS: n
// WHEN(leak): n >= 2
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    char *p = NULL;
    for (int i = 0; i < n; i++)
        p = malloc(4);
    free(p);
    return 0;
}
