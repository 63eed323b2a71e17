// Assigning null to the last pointer to a cell, and to the last field.
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

static void lose_variable(void)
{
    struct cell *p = make();
    p = NULL; // WARN(leak)
    (void)p;
}

static void lose_field(void)
{
    struct cell *p = make();
    p->f1 = make();
    p->f1 = NULL; // WARN(leak)
    free(p);
}

static void keep_alias(void)
{
    struct cell *p = make();
    struct cell *q = p;
    p = NULL;
    (void)p;
    free(q);
}

int main(void)
{
    lose_variable();
    lose_field();
    keep_alias();
    return 0;
}
