// The leak needs a missing environment variable and a certain mode.
// INPUTS: mode
// ENVIRONMENT: FIRST
// WHEN(leak): fails(getenv 1) and mode == 2
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int mode = __VERIFIER_nondet_int();
    char *buffer = malloc(16);
    if (!getenv("FIRST") && mode == 2)
        return 1;
    free(buffer);
    return 0;
}
