// Freeing a cell whose field holds the last pointer to another.
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

static void discard(struct cell *p)
{
    free(p); // WARN(leak)
}

static void discard_all(struct cell *p)
{
    free(p->f1);
    free(p->f2);
    free(p);
}

int main(void)
{
    struct cell *p = make();
    p->f1 = make();
    if (__VERIFIER_nondet_int())
        p->f2 = make();
    if (__VERIFIER_nondet_int())
        discard(p);
    else
        discard_all(p);
    return 0;
}
