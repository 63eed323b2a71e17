// The size is a product of two numbers, and the wrapper takes them apart.
#include <stdlib.h>

static void *get_array(unsigned count, unsigned size)
{
    if (count * (size_t)size == 0)
        return NULL;
    void *p = calloc(count, size);
    if (!p)
        abort();
    return p;
}

int sum(unsigned n)
{
    int *all = get_array(n, sizeof *all), total = 0;
    for (unsigned i = 0; i < n; i++)
        total += all[i]; // NOWARN
    free(all);
    return total;
}
