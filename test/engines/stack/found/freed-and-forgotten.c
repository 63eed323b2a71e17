// Freed cells to which another field may still point in the abstract state; in concrete states none does.
extern void *malloc(unsigned long size);
extern void free(void *block);
extern int __VERIFIER_nondet_int(void);

struct node {
    int d;
    struct node *n;
    struct node *all;
};

static int fuel = 40;
static struct node *all;

static struct node *make(void)
{
    struct node *e = malloc(sizeof *e);
    if (!e)
        return 0;
    e->d = 0;
    e->n = 0;
    e->all = all;
    all = e;
    return e;
}

int main(void)
{
    struct node *p0 = 0;
    struct node *p1 = 0;
    struct node *p2 = 0;
    while (fuel-- > 0 && __VERIFIER_nondet_int()) {
        struct node *e = make();
        if (e) e->n = p0;
        p0 = e;
    }
    p1 = make();
    if (p0) p0->n = p1;
    while (all) {
        p0 = all;
        all = all->all;
        free(p0);
    }
    return 0;
}
