// A vector that knows the size of its elements only.
#include <stdlib.h>
#include <string.h>

struct vector {
    char *bytes;
    size_t count, room, size;
};

static int vector_push(struct vector *v, const void *element)
{
    if (v->count == v->room) {
        size_t room = v->room ? 2 * v->room : 4;
        char *bytes = realloc(v->bytes, room * v->size);
        if (!bytes)
            return -1;
        v->bytes = bytes;
        v->room = room;
    }
    memcpy(v->bytes + v->count * v->size, element, v->size);
    v->count++;
    return 0;
}

struct pair {
    char *key, *value;
};

int put(struct vector *v, const char *key, const char *value)
{
    struct pair p = { strdup(key), strdup(value) };
    if (vector_push(v, &p) < 0) {
        free(p.key);
        free(p.value);
        return -1;
    }
    return 0; // NOWARN
}

int put_pointer(struct vector *v, const char *key)
{
    char *own = strdup(key);
    if (!own)
        return -1;
    if (vector_push(v, &own) == 0)
        return 0; // NOWARN
    free(own);
    return -1;
}
