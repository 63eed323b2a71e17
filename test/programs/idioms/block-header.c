// An allocator keeps a header before each block, and returns the address after it.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct prefix {
    size_t size;
    unsigned magic;
    unsigned flags;
};

static size_t in_use;

static void *counted_alloc(size_t size)
{
    struct prefix *p;

    if (size > (size_t)-1 - sizeof *p)
        return NULL;
    p = malloc(sizeof *p + size);
    if (p == NULL)
        return NULL;
    p->size = size;
    p->magic = 0xfeedu;
    p->flags = 0;
    in_use += size;
    return p + 1;
}

static struct prefix *prefix_of(void *block)
{
    return (struct prefix *)block - 1;
}

static void counted_free(void *block)
{
    struct prefix *p;

    if (block == NULL)
        return;
    p = prefix_of(block);
    in_use -= p->size;
    free(p);
}

static void *counted_realloc(void *block, size_t size)
{
    struct prefix *p;

    if (block == NULL)
        return counted_alloc(size);
    p = prefix_of(block);
    in_use -= p->size;
    p = realloc(p, sizeof *p + size);
    if (p == NULL) {
        in_use += prefix_of(block)->size;
        return NULL;
    }
    p->size = size;
    in_use += size;
    return p + 1;
}

static char *counted_strdup(const char *s)
{
    size_t n = strlen(s) + 1;
    char *copy = counted_alloc(n);
    if (copy != NULL)
        memcpy(copy, s, n);
    return copy;
}

char *join(const char *left, const char *right)
{
    char *joined = counted_strdup(left);
    char *grown;

    if (joined == NULL)
        return NULL;
    grown = counted_realloc(joined, strlen(left) + strlen(right) + 1);
    if (grown == NULL) {
        counted_free(joined);
        return NULL;
    }
    strcat(grown, right);
    return grown;
}

void join_free(char *joined)
{
    counted_free(joined);
}

size_t join_memory(void)
{
    return in_use;
}
