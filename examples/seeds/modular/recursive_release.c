// A recursive release that forgets one of the two fields.
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

static void release(struct cell *c)
{
    if (c == NULL)
        return;
    release(c->f1);
    free(c); // WARN(leak)
}

static struct cell *make_tree(int depth)
{
    struct cell *c;
    if (depth <= 0)
        return NULL;
    c = make();
    c->f1 = make_tree(depth - 1);
    if (__VERIFIER_nondet_int())
        c->f2 = make_tree(depth - 1);
    return c;
}

int main(void)
{
    release(make_tree(3));
    return 0;
}
