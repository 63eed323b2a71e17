// Streams from strings.
#include "stream.h"
#include <stdlib.h>
#include <string.h>

struct text_state {
    char *text;
    size_t at, length;
};

static void *text_open(const char *text)
{
    struct text_state *t = malloc(sizeof *t);

    if (t == NULL)
        return NULL;
    t->text = strdup(text);
    if (t->text == NULL) {
        free(t);
        return NULL;
    }
    t->at = 0;
    t->length = strlen(text);
    return t;
}

static long text_read(void *state, char *to, size_t room)
{
    struct text_state *t = state;
    size_t n = t->length - t->at;

    if (n > room)
        n = room;
    memcpy(to, t->text + t->at, n);
    t->at += n;
    return (long)n;
}

static void text_close(void *state)
{
    struct text_state *t = state;
    free(t); // WARN(leak)
}

const struct stream_ops text_ops = { .name = "text", .open = text_open, .read = text_read, .close = text_close };
