// A struct is zeroed by memset before it is filled, so that one cleanup handles every partial state.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tables {
    int *counts;
    char *names;
    double *weights;
    size_t size;
};

static void tables_release(struct tables *t)
{
    free(t->counts);
    free(t->names);
    free(t->weights);
}

static int tables_init(struct tables *t, size_t size)
{
    memset(t, 0, sizeof *t);
    t->counts = calloc(size, sizeof *t->counts);
    if (t->counts == NULL)
        goto fail;
    if (size > 1000)
        goto fail;
    t->names = malloc(size * 16);
    if (t->names == NULL)
        goto fail;
    t->weights = malloc(size * sizeof *t->weights);
    if (t->weights == NULL)
        goto fail;
    t->size = size;
    return 0;
fail:
    tables_release(t);
    return -ENOMEM;
}

int main(int argc, char **argv)
{
    struct tables t;
    size_t size = argc > 1 ? strtoul(argv[1], NULL, 10) : 2000;

    if (tables_init(&t, size) < 0) {
        fprintf(stderr, "no memory for %zu\n", size);
        return 0;
    }
    for (size_t i = 0; i < t.size; i++)
        t.weights[i] = t.counts[i] / 2.0;
    printf("%f\n", t.size > 0 ? t.weights[0] : 0.0);
    tables_release(&t);
    return 0;
}
