// A stack of pointers that doubles when it is full.
#include <stdlib.h>
#include <string.h>

struct stack {
    char **items;
    size_t count, room;
};

static int reserve(struct stack *s)
{
    if (s->count < s->room)
        return 1;
    size_t room = s->room ? 2 * s->room : 8;
    char **items = malloc(room * sizeof *items);
    if (!items)
        return 0;
    if (s->items)
        memcpy(items, s->items, s->count * sizeof *items);
    free(s->items);
    s->items = items;
    s->room = room;
    return 1;
}

static int push(struct stack *s, char *item)
{
    if (!reserve(s))
        return 0;
    s->items[s->count++] = item;
    return 1;
}

int push_copy(struct stack *s, const char *text)
{
    char *copy = strdup(text);
    if (!copy)
        return 0;
    if (!push(s, copy)) {
        free(copy);
        return 0;
    }
    return 1; // NOWARN
}

int push_carelessly(struct stack *s, const char *text)
{
    char *copy = strdup(text);
    if (!copy)
        return 0;
    if (!push(s, copy))
        return 0; // WARN(leak)
    return 1;
}
