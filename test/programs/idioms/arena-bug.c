// With a bug: an arena: many small objects in few allocations, none freed individually, all freed at once.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK 64

struct chunk {
    struct chunk *next;
    size_t used, room;
    char bytes[];
};

struct arena {
    struct chunk *chunks;
};

static void *arena_alloc(struct arena *a, size_t size)
{
    struct chunk *c = a->chunks;

    size = (size + 7) & ~(size_t)7;
    if (c == NULL || c->room - c->used < size) {
        size_t room = size > CHUNK ? 2 * size : CHUNK;
        c = malloc(sizeof *c + room);
        if (c == NULL)
            return NULL;
        c->used = 0;
        c->room = room;
        c->next = a->chunks != NULL ? a->chunks->next : NULL;
        a->chunks = c; // WARN(leak)
    }
    c->used += size;
    return c->bytes + (c->used - size);
}

static void arena_free(struct arena *a)
{
    struct chunk *c = a->chunks;

    while (c != NULL) {
        struct chunk *next = c->next;
        free(c);
        c = next;
    }
    a->chunks = NULL;
}

static char *arena_strdup(struct arena *a, const char *s)
{
    size_t n = strlen(s) + 1;
    char *copy = arena_alloc(a, n);
    return copy ? memcpy(copy, s, n) : NULL;
}

struct word {
    struct word *left, *right;
    const char *text;
};

static struct word *word_insert(struct arena *a, struct word **root, const char *text)
{
    while (*root != NULL) {
        int order = strcmp(text, (*root)->text);
        if (order == 0)
            return *root;
        root = order < 0 ? &(*root)->left : &(*root)->right;
    }
    *root = arena_alloc(a, sizeof **root);
    if (*root == NULL)
        return NULL;
    (*root)->left = (*root)->right = NULL;
    (*root)->text = arena_strdup(a, text);
    return (*root)->text ? *root : NULL;
}

static void word_print(const struct word *w)
{
    if (w == NULL || w->text == NULL)
        return;
    word_print(w->left);
    puts(w->text);
    word_print(w->right);
}

int main(void)
{
    static const char *const text[] = { "she", "sells", "sea", "shells", "by", "the", "sea", "shore" };
    struct arena a = { NULL };
    struct word *words = NULL;

    for (size_t i = 0; i < sizeof text / sizeof text[0]; i++)
        if (word_insert(&a, &words, text[i]) == NULL)
            break;
    word_print(words);
    arena_free(&a);
    return 0;
}
