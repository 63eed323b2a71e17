// Pointers to members of structures: of a local one and of one on the heap.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct inner {
    int *data;
};

struct outer {
    int n;
    struct inner b;
};

static void fill(struct inner *i)
{
    i->data = malloc(sizeof *i->data);
    if (i->data == NULL)
        exit(1);
    *i->data = 0;
}

int main(void)
{
    struct outer a;
    struct outer *h = malloc(sizeof *h);
    struct inner *in = &a.b;
    int **d;
    if (h == NULL)
        exit(1);
    fill(in);
    fill(&h->b);
    d = &in->data;
    **d = 5;
    free(*d);
    a.b.data = h->b.data;
    free(h);
    **d = 6;
    free(in->data);
    return 0;
}
