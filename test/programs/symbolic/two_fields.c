// A record is freed, one of its members is not.
// INPUTS: flags
// WHEN(leak): flags >= 2
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct pair {
    char *first;
    char *second;
};

int main(void)
{
    int flags = __VERIFIER_nondet_int();
    struct pair *p = malloc(sizeof *p);
    p->first = malloc(4);
    p->second = flags >= 1 ? malloc(4) : NULL;
    free(p->first);
    if (flags <= 1)
        free(p->second);
    free(p);
    return 0;
}
