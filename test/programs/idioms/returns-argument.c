// Functions that return one of their arguments, so that calls can be chained; null means that it was freed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct string {
    char *bytes;
    size_t length, room;
};

void string_free(struct string *s)
{
    if (s == NULL)
        return;
    free(s->bytes);
    free(s);
}

struct string *string_new(void)
{
    return calloc(1, sizeof(struct string));
}

/* Returns its first argument; or frees it and returns null. Null stays null. */
struct string *string_add(struct string *s, const char *more)
{
    size_t n = strlen(more);

    if (s == NULL)
        return NULL;
    if (s->length + n + 1 > s->room) {
        size_t room = s->length + n + 1;
        char *bytes = realloc(s->bytes, room);
        if (bytes == NULL) {
            string_free(s);
            return NULL;
        }
        s->bytes = bytes;
        s->room = room;
    }
    memcpy(s->bytes + s->length, more, n + 1);
    s->length += n;
    return s;
}

static char *trim(char *s)
{
    size_t n = strlen(s);

    while (n > 0 && s[n - 1] == ' ')
        s[--n] = '\0';
    return s;
}

int greet(FILE *out, const char *name)
{
    struct string *s = string_add(string_add(string_new(), "hello, "), name);
    char *copy;

    if (s == NULL)
        return -1;
    copy = strdup(s->bytes);
    if (copy != NULL)
        fprintf(out, "%s\n", trim(copy));
    free(copy);
    s = string_add(s, "!");
    if (s == NULL)
        return -1;
    fprintf(out, "%s\n", s->bytes);
    string_free(s);
    return 0;
}
