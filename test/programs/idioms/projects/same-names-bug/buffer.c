// A buffer that owns its bytes; `release` is this file's own.
#include "shapes.h"
#include <stdlib.h>
#include <string.h>

static int live;

static void release(char *bytes)
{
    live--;
    free(bytes);
}

static char *create(size_t size)
{
    char *bytes = malloc(size);
    if (bytes != NULL)
        live++;
    return bytes;
}

int buffer_init(struct buffer *b, const char *text)
{
    b->size = strlen(text) + 1;
    b->bytes = create(b->size);
    if (b->bytes == NULL)
        return -1;
    memcpy(b->bytes, text, b->size);
    return 0;
}

void buffer_clear(struct buffer *b)
{
    if (b->bytes != NULL)
        release(b->bytes);
    b->bytes = NULL;
    b->size = 0;
}

int buffer_live(void)
{
    return live;
}
