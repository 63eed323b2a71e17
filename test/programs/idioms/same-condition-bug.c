// With a bug: the same condition is tested twice: once to allocate, once to free.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERBOSE = 1, ESCAPE = 2 };

static char *escape(const char *s)
{
    char *e = malloc(2 * strlen(s) + 1);
    size_t n = 0;

    if (e == NULL)
        return NULL;
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            e[n++] = '\\';
        e[n++] = *s;
    }
    e[n] = '\0';
    return e;
}

int print_value(FILE *out, const char *key, const char *value, int flags)
{
    const char *shown = value;
    char *escaped = NULL;
    char *label;

    if (flags & ESCAPE) {
        escaped = escape(value);
        if (escaped == NULL)
            return -1;
        shown = escaped;
    }
    if (flags & VERBOSE)
        label = strdup(key);
    else
        label = NULL;

    if ((flags & VERBOSE) && label != NULL)
        fprintf(out, "%s = ", label);
    fprintf(out, "\"%s\"\n", shown);

    if (flags & VERBOSE)
        free(label);
    if ((flags & ESCAPE) && (flags & VERBOSE))
        free(escaped);
    return 0; // WARN(leak)
}
