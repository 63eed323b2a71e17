// A buffer is created and returned by value: the caller's copy of the struct owns it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    char *data;
    size_t length;
    size_t room;
};

static struct text text_empty(void)
{
    struct text t = { NULL, 0, 0 };
    return t;
}

static int text_append(struct text *t, const char *bytes, size_t n)
{
    if (t->length + n + 1 > t->room) {
        size_t room = 2 * (t->length + n + 1);
        char *grown = realloc(t->data, room);
        if (grown == NULL)
            return -1;
        t->data = grown;
        t->room = room;
    }
    memcpy(t->data + t->length, bytes, n);
    t->length += n;
    t->data[t->length] = '\0';
    return 0;
}

static void text_free(struct text *t)
{
    free(t->data);
    *t = text_empty();
}

/* The whole stream; `data` is null on failure. */
static struct text text_slurp(FILE *in)
{
    struct text t = text_empty();
    char chunk[64];
    size_t n;

    while ((n = fread(chunk, 1, sizeof chunk, in)) > 0) {
        if (text_append(&t, chunk, n) < 0) {
            text_free(&t);
            return t;
        }
    }
    return t;
}

static struct text text_upper(struct text t)
{
    for (size_t i = 0; i < t.length; i++)
        if (t.data[i] >= 'a' && t.data[i] <= 'z')
            t.data[i] -= 'a' - 'A';
    return t;
}

int shout(FILE *in, FILE *out)
{
    struct text t = text_slurp(in);
    int status = -1;

    if (t.data == NULL)
        return -1;
    t = text_upper(t);
    if (fwrite(t.data, 1, t.length, out) == t.length)
        status = 0;
    text_free(&t);
    return status;
}
