// A table with open addressing: the pointers move to a larger array.
#include <stdlib.h>
#include <string.h>

struct table {
    char **names;
    size_t room, count;
};

static size_t place(char **names, size_t room, const char *name)
{
    size_t at = strlen(name) % room;
    while (names[at])
        at = (at + 1) % room;
    return at;
}

static int enlarge(struct table *t)
{
    size_t room = 2 * t->room + 7;
    char **names = calloc(room, sizeof *names);
    if (!names)
        return 0;
    for (size_t i = 0; i < t->room; i++)
        if (t->names[i])
            names[place(names, room, t->names[i])] = t->names[i];
    free(t->names);
    t->names = names;
    t->room = room;
    return 1;
}

int intern(struct table *t, const char *name)
{
    char *own = strdup(name);
    if (!own)
        return 0;
    if (2 * t->count >= t->room && !enlarge(t)) {
        free(own);
        return 0;
    }
    t->names[place(t->names, t->room, own)] = own;
    t->count++;
    if (t->count > 1000)
        enlarge(t);
    return 1; // NOWARN
}
