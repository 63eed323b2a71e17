// A loop stores the value of a variable back into it through a pointer.
extern void *malloc(unsigned long size);
extern void free(void *block);
extern int __VERIFIER_nondet_int(void);

struct node {
    int d;
    struct node *n;
};

static int fuel = 40;

static struct node *make(void)
{
    struct node *e = malloc(sizeof *e);
    if (!e)
        return 0;
    e->d = 0;
    e->n = 0;
    return e;
}

struct node *helper0(struct node *p0, struct node **q);

struct node *helper0(struct node *p0, struct node **q)
{
    while (fuel-- > 0 && p0 == p0) {
        while (fuel-- > 0 && __VERIFIER_nondet_int()) {
            struct node *e = make();
            if (e) e->n = p0;
            p0 = e;
        }
    }
    return p0;
}

int main(void)
{
    struct node *p0 = 0;
    struct node **q = &p0;
    while (fuel-- > 0 && __VERIFIER_nondet_int()) {
        if (p0 == p0) {
            if (fuel-- > 0) p0 = helper0(p0, &p0);
        } else {
            p0 = *q;
        }
    }
    p0->n = p0;
    *q = p0;
    while (fuel-- > 0 && p0 == p0) {
    }
    while (fuel-- > 0 && __VERIFIER_nondet_int()) {
        *q = p0;
    }
    return 0;
}
