// One helper, called twice with different flags: only one of the calls leaks.
// INPUTS: a b
// WHEN(leak): a >= 10 and b < 3
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int use(char *p, int limit, int value)
{
    if (value >= limit)
        return 1;
    free(p);
    return 0;
}

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    char *p = malloc(4);
    if (use(p, 10, a)) {
        if (b < 3)
            return 1;
        use(p, 1, 0);
    }
    return 0;
}
