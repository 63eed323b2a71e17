// A cache of results lives until the program ends; it need not be freed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS 4

struct answer {
    char *question;
    unsigned long value;
};

static struct answer *cache[SLOTS];
static char *program_name;

static unsigned long hash(const char *s)
{
    unsigned long h = 5381;
    while (*s)
        h = h * 33 + (unsigned char)*s++;
    return h;
}

static struct answer *answer_new(const char *question, unsigned long value)
{
    struct answer *a = malloc(sizeof *a);

    if (a == NULL)
        return NULL;
    a->question = strdup(question);
    if (a->question == NULL) {
        free(a);
        return NULL;
    }
    a->value = value;
    return a;
}

static const char *name_of_program(const char *argv0)
{
    if (program_name == NULL) {
        const char *slash = strrchr(argv0, '/');
        program_name = strdup(slash ? slash + 1 : argv0);
    }
    return program_name ? program_name : "?";
}

static unsigned long ask(const char *question)
{
    unsigned long h = hash(question);
    struct answer **slot = &cache[h % SLOTS];
    struct answer *a = *slot;

    if (a != NULL && strcmp(a->question, question) == 0)
        return a->value;
    a = answer_new(question, h);
    if (a == NULL)
        return h;
    if (*slot != NULL) {
        free((*slot)->question);
        free(*slot);
    }
    *slot = a;
    return a->value;
}

int main(int argc, char **argv)
{
    static const char *const some[] = { "a", "b", "c", "d", "e", "f", "a" };

    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++)
        printf("%s: %lu\n", name_of_program(argv[0]), ask(some[i]));
    for (int i = 1; i < argc; i++)
        printf("%lu\n", ask(argv[i]));
    return 0;
}
