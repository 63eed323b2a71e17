// The characters of a string are copied; the string itself is not kept by that.
#include <stdlib.h>
#include <string.h>

struct buffer {
    char *bytes;
    size_t used, room;
};

static void append(struct buffer *b, const char *text)
{
    size_t n = strlen(text);
    if (b->used + n > b->room) {
        char *larger = realloc(b->bytes, b->used + n + 64);
        if (!larger)
            abort();
        b->bytes = larger;
        b->room = b->used + n + 64;
    }
    memcpy(b->bytes + b->used, text, n);
    b->used += n;
}

void append_twice(struct buffer *b, const char *text)
{
    char *copy = strdup(text);
    if (!copy)
        abort();
    append(b, copy);
    append(b, copy);
} // WARN(leak)
