// An error path loses the buffer, depending on the mode.
// INPUTS: n mode
// WHEN(leak): n < 0 and mode != 3
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int mode = __VERIFIER_nondet_int();
    char *buffer = malloc(16);
    if (n < 0 && mode != 3)
        return 1;
    free(buffer);
    return 0;
}
