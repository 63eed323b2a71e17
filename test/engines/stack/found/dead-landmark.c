// A dead parameter that is kept because it identifies the target of the caller's variable.
extern void *malloc(unsigned long size);
extern void free(void *block);

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
    p0 = make();
    return p0;
}

int main(void)
{
    struct node *p0 = 0;
    if (p0 == p0) {
        p0 = make();
        if (fuel-- > 0) p0 = helper0(p0, &p0);
    }
    return 0;
}
