// Three pointers into one small heap, fields that share a cell; all of it is given back.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct cell {
    struct cell *f1;
    struct cell *f2;
};

static struct cell *make(void)
{
    struct cell *c = calloc(1, sizeof *c);
    if (c == NULL)
        exit(1);
    return c;
}

int main(void)
{
    struct cell *x = make();
    struct cell *y = make();
    struct cell *z = make();
    x->f1 = z;
    x->f2 = y;
    y->f1 = z;
    free(y->f1);
    free(x->f2);
    free(x);
    return 0;
}
