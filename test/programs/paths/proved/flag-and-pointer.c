// A flag says whether the memory is owned.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int local = 0;
    int owned = 0;
    int *p = &local;
    int *q = &local;
    if (__VERIFIER_nondet_int()) {
        p = malloc(sizeof *p);
        if (p == NULL)
            exit(1);
        owned = 1;
    }
    *p = 3;
    if (owned)
        free(p);
    *q = 4;
    return 0;
}
