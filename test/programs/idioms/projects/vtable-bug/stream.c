// A stream is a table of functions and the state that they allocate, use and free.
#include "stream.h"
#include <stdlib.h>
#include <string.h>

struct stream {
    const struct stream_ops *ops;
    void *state;
    unsigned long total;
};

static const struct stream_ops *const kinds[] = { &file_ops, &text_ops };

static const struct stream_ops *find_kind(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i]->name, name) == 0)
            return kinds[i];
    return NULL;
}

struct stream *stream_open(const char *kind, const char *argument)
{
    const struct stream_ops *ops = find_kind(kind);
    struct stream *s;

    if (ops == NULL)
        return NULL;
    s = malloc(sizeof *s);
    if (s == NULL)
        return NULL;
    s->ops = ops;
    s->total = 0;
    s->state = ops->open(argument);
    if (s->state == NULL) {
        free(s);
        return NULL;
    }
    return s;
}

long stream_read(struct stream *s, char *to, size_t room)
{
    long n = s->ops->read(s->state, to, room);
    if (n > 0)
        s->total += (unsigned long)n;
    return n;
}

void stream_close(struct stream *s)
{
    if (s == NULL)
        return;
    s->ops->close(s->state);
    free(s);
}
