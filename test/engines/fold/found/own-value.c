// A variable gets its own value through a pointer to it; the state afterwards once did not cover all heaps of runs.
extern void *malloc(unsigned long size);
extern void free(void *block);
extern int __VERIFIER_nondet_int(void);

struct node {
    int d;
    struct node *n;
    struct node *all;
};

static int fuel = 40;
struct node *g0;
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

struct node *helper0(struct node *p0, struct node **q);

struct node *helper0(struct node *p0, struct node **q)
{
    if (!g0) {
        if (g0) g0->n = p0;
    } else {
        if (g0) g0->n = 0;
        *q = p0;
    }
    return p0;
}

int main(void)
{
    struct node *p0 = 0;
    struct node **q = &p0;
    if (g0 == p0) {
    } else {
        g0 = 0;
    }
    if (g0 == p0) {
    }
    if (g0) g0->n = 0;
    while (fuel-- > 0 && __VERIFIER_nondet_int()) {
        struct node *e = make();
        if (e) e->n = g0;
        g0 = e;
    }
    *q = g0;
    if (!p0) {
        while (fuel-- > 0 && !p0) {
            if (g0) g0->n = g0;
        }
        if (p0) g0 = p0->n;
    } else {
        if (g0) {
            while (fuel-- > 0 && __VERIFIER_nondet_int()) {
                struct node *e = make();
                if (e) e->n = g0;
                g0 = e;
            }
        } else {
            p0 = *q;
        }
    }
    for (struct node *e = p0; e && fuel-- > 0; e = e->n) g0 = e;
    if (g0) g0 = g0->n;
    if (g0 == p0) {
        if (!g0) {
        } else {
            if (p0) p0->n = p0;
        }
        g0 = *q;
    } else {
        while (fuel-- > 0 && p0 == g0) {
            if (g0) g0->n = p0;
        }
        *q = p0;
    }
    while (all) {
        p0 = all;
        all = all->all;
        free(p0);
    }
    return 0;
}

