// A list of one, two or three elements, built straight; its first element is read.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    void **x, **y, **z;
    x = malloc(sizeof *x);
    if (x == NULL)
        exit(1);
    *x = NULL;
    y = x;
    if (__VERIFIER_nondet_int()) {
        z = malloc(sizeof *z);
        if (z == NULL)
            exit(1);
        *z = NULL;
        *y = z;
        y = z;
        if (__VERIFIER_nondet_int()) {
            z = malloc(sizeof *z);
            if (z == NULL)
                exit(1);
            *z = NULL;
            *y = z;
            y = z;
        }
    }
    while (x != NULL) {
        z = x;
        x = *x;
        free(z);
    }
    return 0;
}
