// A buffer grows by realloc, which keeps the old allocation when it fails.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lines {
    char **items;
    size_t count, room;
};

static int lines_grow(struct lines *l)
{
    size_t room = l->room ? 2 * l->room : 4;
    char **items = realloc(l->items, room * sizeof *items);

    if (items == NULL)
        return -1;
    l->items = items;
    l->room = room;
    return 0;
}

static void lines_free(struct lines *l)
{
    for (size_t i = 0; i < l->count; i++)
        free(l->items[i]);
    free(l->items);
    l->items = NULL;
    l->count = l->room = 0;
}

static int lines_read(struct lines *l, FILE *in)
{
    char buffer[128];

    while (fgets(buffer, sizeof buffer, in) != NULL) {
        char *copy;
        buffer[strcspn(buffer, "\n")] = '\0';
        if (l->count == l->room && lines_grow(l) < 0)
            return -1;
        copy = strdup(buffer);
        if (copy == NULL)
            return -1;
        l->items[l->count++] = copy;
    }
    return 0;
}

int reverse_lines(FILE *in, FILE *out)
{
    struct lines l = { 0 };
    int status = lines_read(&l, in);

    if (status == 0)
        for (size_t i = l.count; i > 0; i--)
            fprintf(out, "%s\n", l.items[i - 1]);
    lines_free(&l);
    return status;
}
