// Callees that keep, hand over or free what they get; one caller forgets a result.
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

static struct cell *global;

static struct cell *wrap(struct cell *inner)
{
    struct cell *outer = make();
    outer->f1 = inner;
    return outer;
}

static void keep(struct cell *c)
{
    c->f2 = global;
    global = c;
}

static int fill(struct cell **out)
{
    *out = make();
    return __VERIFIER_nondet_int() != 0;
}

int main(void)
{
    struct cell *a = wrap(make());
    struct cell *b;
    keep(make());
    if (fill(&b)) {
        free(b);
    } else {
        b = NULL; // WARN(leak)
    }
    free(a->f1);
    free(a);
    free(global);
    return 0;
}
