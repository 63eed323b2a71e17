// A view borrows the bytes of a buffer; its `release` only resets the pointer: the view itself is not freed.
#include "shapes.h"
#include <stdlib.h>

struct view {
    const char *bytes;
    size_t from, to;
};

static void release(struct view *v)
{
    v->bytes = NULL;
}

static struct view *create(const char *bytes)
{
    struct view *v = malloc(sizeof *v);
    if (v == NULL)
        return NULL;
    v->bytes = bytes;
    v->from = v->to = 0;
    return v;
}

struct view *view_new(const struct buffer *b, size_t from, size_t to)
{
    struct view *v;

    if (to > b->size || from > to)
        return NULL;
    v = create(b->bytes);
    if (v == NULL)
        return NULL;
    v->from = from;
    v->to = to;
    return v;
}

size_t view_length(const struct view *v)
{
    return v->to - v->from;
}

void view_free(struct view *v)
{
    if (v == NULL)
        return;
    release(v);
} // WARN(leak)
