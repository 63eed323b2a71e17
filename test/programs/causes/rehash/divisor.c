// What a number is divided by is not zero behind the division.
#include <stdlib.h>

struct pool {
    void **pages;
    unsigned size;
};

static void drop(struct pool *p)
{
    for (unsigned i = 0; i < p->size; i++)
        free(p->pages[i]);
    free(p->pages);
}

void use(struct pool *p, unsigned key)
{
    p->pages[key % p->size] = malloc(8);
    drop(p); // NOWARN
}
