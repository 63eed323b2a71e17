// Allocation that succeeds or ends the program.
#include "memory.h"
#include <stdlib.h>
#include <string.h>

static void *check(void *p, size_t size)
{
    if (p == NULL && size > 0)
        die("no memory for %zu bytes", size);
    return p;
}

void *xmalloc(size_t size)
{
    return check(malloc(size), size);
}

void *xrealloc(void *old, size_t size)
{
    return check(realloc(old, size), size);
}

char *xstrdup(const char *s)
{
    size_t n = strlen(s) + 1;
    return memcpy(xmalloc(n), s, n);
}

void xfree(void *p)
{
    if (p != NULL)
        free(p);
}
