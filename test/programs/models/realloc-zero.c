// realloc(p, 0) frees, as glibc's does.
#include <stdlib.h>

void *grow(void *p, size_t n)
{
    void *q = realloc(p, n);

    if (q == NULL && n != 0)
        abort();
    return q;
}

int grown_twice(size_t n)
{
    static char *kept;

    if (n > 0)
        kept = grow(kept, n);
    kept = grow(kept, n + n / 2 + 1);
    return kept != NULL;
}

int *replaced(int *p, size_t n)
{
    int *q = realloc(p, n);

    if (q == NULL)
        free(p); // WARN(double-free)
    return q;
}

int lost(size_t n)
{
    char *p = malloc(4);
    char *q = realloc(p, n);

    if (q == NULL)
        return -1; // WARN(leak)
    free(q);
    return 0;
}
