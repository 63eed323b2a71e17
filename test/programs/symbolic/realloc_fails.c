// The old memory is lost when realloc fails.
// INPUTS: n
// WHEN(leak): succeeds(1) and fails(2) and n >= 4
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    char *p = malloc(4);
    if (!p)
        return 1;
    if (n > 3) {
        char *grown = realloc(p, n);
        if (!grown)
            return 1;
        p = grown;
    }
    free(p);
    return 0;
}
