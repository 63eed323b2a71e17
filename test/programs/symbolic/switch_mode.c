// Two cases of a switch leak.
// INPUTS: mode
// WHEN(leak): mode == 2 or mode == 5
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int mode = __VERIFIER_nondet_int();
    char *p = malloc(4);
    switch (mode) {
    case 1:
        free(p);
        break;
    case 2:
    case 5:
        break;
    default:
        free(p);
    }
    return 0;
}
