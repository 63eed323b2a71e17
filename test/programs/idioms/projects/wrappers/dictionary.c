// A dictionary of strings, with wrappers instead of malloc and free.
#include "dictionary.h"
#include "memory.h"
#include <string.h>

struct item {
    struct item *next;
    char *key, *value;
};

struct dictionary {
    struct item *items;
};

struct dictionary *dictionary_new(void)
{
    struct dictionary *d = xmalloc(sizeof *d);
    d->items = NULL;
    return d;
}

static struct item *find(const struct dictionary *d, const char *key)
{
    for (struct item *i = d->items; i != NULL; i = i->next)
        if (strcmp(i->key, key) == 0)
            return i;
    return NULL;
}

void dictionary_put(struct dictionary *d, const char *key, const char *value)
{
    struct item *i = find(d, key);

    if (i != NULL) {
        xfree(i->value);
        i->value = xstrdup(value);
        return;
    }
    i = xmalloc(sizeof *i);
    i->key = xstrdup(key);
    i->value = xstrdup(value);
    i->next = d->items;
    d->items = i;
}

const char *dictionary_get(const struct dictionary *d, const char *key)
{
    struct item *i = find(d, key);
    return i ? i->value : NULL;
}

char *dictionary_join(const struct dictionary *d, char separator)
{
    char *all = xstrdup("");
    size_t length = 0;

    for (struct item *i = d->items; i != NULL; i = i->next) {
        size_t n = strlen(i->value);
        all = xrealloc(all, length + n + 2);
        memcpy(all + length, i->value, n);
        length += n;
        all[length++] = separator;
        all[length] = '\0';
    }
    return all;
}

void dictionary_free(struct dictionary *d)
{
    struct item *i, *next;

    for (i = d->items; i != NULL; i = next) {
        next = i->next;
        xfree(i->key);
        xfree(i->value);
        xfree(i);
    }
    xfree(d);
}
