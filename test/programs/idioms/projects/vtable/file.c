// Streams from files.
#include "stream.h"
#include <stdio.h>
#include <stdlib.h>

struct file_state {
    FILE *file;
};

static void *file_open(const char *path)
{
    struct file_state *f = malloc(sizeof *f);

    if (f == NULL)
        return NULL;
    f->file = fopen(path, "r");
    if (f->file == NULL) {
        free(f);
        return NULL;
    }
    return f;
}

static long file_read(void *state, char *to, size_t room)
{
    struct file_state *f = state;
    size_t n = fread(to, 1, room, f->file);
    return n == 0 && ferror(f->file) ? -1 : (long)n;
}

static void file_close(void *state)
{
    struct file_state *f = state;
    fclose(f->file);
    free(f);
}

const struct stream_ops file_ops = { "file", file_open, file_read, file_close };
