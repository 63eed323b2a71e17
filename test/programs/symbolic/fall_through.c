// A switch whose cases fall through: one of them loses the buffer.
// INPUTS: mode
// WHEN(leak): mode == 4 or mode == 5
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int mode = __VERIFIER_nondet_int();
    char *p = malloc(4);
    switch (mode) {
    case 1:
    case 2:
        free(p);
        return 1;
    case 4:
        mode = 0;
        /* fall through */
    case 5:
        return 2;
    default:
        break;
    }
    free(p);
    return 0;
}
