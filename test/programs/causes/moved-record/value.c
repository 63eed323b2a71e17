// The caller's value is moved into an array: its bytes are copied there, and the value is cleared.
#include <stdlib.h>
#include <string.h>

struct value {
    int kind;
    union {
        long number;
        char *text;
    } as;
};
struct array {
    struct value *items;
    int count, room;
};

static struct value *slot(struct array *a, int at)
{
    if (at < 0 || at > a->count)
        at = a->count;
    if (a->count + 1 > a->room) {
        a->room = a->count + 16;
        a->items = realloc(a->items, (size_t)a->room * sizeof *a->items);
    }
    a->count++;
    return a->items + at;
}

static void move(struct array *a, int at, struct value *v)
{
    memcpy(slot(a, at), v, sizeof *v);
    memset(v, 0, sizeof *v);
}

void add_text(struct array *a, const char *text)
{
    struct value v;
    v.kind = 1;
    v.as.text = strdup(text);
    move(a, -1, &v); // NOWARN
}

static void overwrite(struct value *v)
{
    memset(v, 0, sizeof *v);
}

void forget_text(const char *text)
{
    struct value v;
    v.kind = 1;
    v.as.text = strdup(text);
    overwrite(&v); // WARN(leak)
}
