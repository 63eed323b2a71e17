// The case of an empty second list is missing.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    int value;
    struct item *next;
};

static struct item *create(void)
{
    struct item *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *e = malloc(sizeof *e);
        e->value = __VERIFIER_nondet_int();
        e->next = list;
        list = e;
    }
    return list;
}

static void destroy(struct item *list)
{
    while (list != NULL) {
        struct item *next = list->next;
        free(list);
        list = next;
    }
}

static struct item *merge(struct item *a, struct item *b)
{
    struct item *first = NULL;
    struct item *last = NULL;
    while (a != NULL || b != NULL) {
        struct item *taken;
        if (a != NULL && a->value < b->value) { // WARN(null-dereference)
            taken = a;
            a = a->next;
        } else {
            taken = b;
            b = b->next;
        }
        taken->next = NULL;
        if (last == NULL)
            first = taken;
        else
            last->next = taken;
        last = taken;
    }
    return first;
}

int main(void)
{
    struct item *a = create();
    struct item *b = create();
    destroy(merge(a, b));
    return 0;
}
