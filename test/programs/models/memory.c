// The functions that allocate, apart from malloc.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

int aligned(void)
{
    void *p = NULL;
    char *q = aligned_alloc(64, 64);
    int status;

    free(q);
    status = posix_memalign(&p, 64, 128);
    if (status != 0)
        return status;
    free(p);
    return 0;
}

int aligned_and_kept(void)
{
    void *p = NULL;

    return posix_memalign(&p, 64, 128); // WARN(leak)
}

int *grown(int *old, size_t n)
{
    int *p = reallocarray(old, n, sizeof *p);

    if (p == NULL && n > 0)
        free(old);
    return p;
}

int grown_and_lost(size_t n)
{
    int *p = malloc(sizeof *p);

    if (p == NULL)
        return -1;
    p = reallocarray(p, n, sizeof *p); // WARN(leak)
    if (p == NULL)
        return -1;
    free(p);
    return 0;
}

void copied(void)
{
    char *p = strdup("some words");
    char *q = strndup("some words", 3);

    free(p);
    free(q);
}

int copied_and_kept(void)
{
    char *p = strndup("some words", 3);

    return p != NULL; // WARN(leak)
}

char *last_word(void)
{
    char *copy = strdup("some words");
    char *space;

    if (copy == NULL)
        return NULL;
    space = strrchr(copy, ' ');
    if (space != NULL)
        *space = '\0';
    return copy;
}

int small(void)
{
    char *p = calloc(4, 2);

    if (p == NULL)
        return -1;
    memset(p, 1, 9); // WARN(out-of-bounds)
    free(p);
    return 0;
}
