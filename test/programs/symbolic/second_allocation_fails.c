// The cleanup after a failed second allocation loses the first.
// INPUTS: mode
// WHEN(leak): succeeds(1) and fails(2) and mode == 1
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int mode = __VERIFIER_nondet_int();
    char *first = malloc(8);
    if (!first)
        return 1;
    char *second = malloc(8);
    if (!second) {
        if (mode != 1)
            free(first);
        return 1;
    }
    free(first);
    free(second);
    return 0;
}
