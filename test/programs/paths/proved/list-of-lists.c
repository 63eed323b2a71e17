// A list whose elements own lists.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct word {
    struct word *next;
};

struct line {
    struct line *next;
    struct word *words;
};

static struct line *read(void)
{
    struct line *lines = NULL;
    while (__VERIFIER_nondet_int()) {
        struct line *l = malloc(sizeof *l);
        if (l == NULL)
            exit(1);
        l->words = NULL;
        while (__VERIFIER_nondet_int()) {
            struct word *w = malloc(sizeof *w);
            if (w == NULL)
                exit(1);
            w->next = l->words;
            l->words = w;
        }
        l->next = lines;
        lines = l;
    }
    return lines;
}

static void release_words(struct word *w)
{
    while (w != NULL) {
        struct word *next = w->next;
        free(w);
        w = next;
    }
}

static void release(struct line *l)
{
    while (l != NULL) {
        struct line *next = l->next;
        release_words(l->words);
        free(l);
        l = next;
    }
}

int main(void)
{
    release(read());
    return 0;
}
