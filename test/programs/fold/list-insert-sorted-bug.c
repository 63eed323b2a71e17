// The case of an insertion at the front is missing.
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

static struct item *insert(struct item *list, int value)
{
    struct item *fresh = malloc(sizeof *fresh);
    struct item *before = NULL;
    struct item *after = list;
    fresh->value = value;
    while (after != NULL && after->value < value) {
        before = after;
        after = after->next;
    }
    fresh->next = after;
    before->next = fresh; // WARN(null-dereference)
    return list;
}

int main(void)
{
    struct item *list = NULL;
    while (__VERIFIER_nondet_int())
        list = insert(list, __VERIFIER_nondet_int());
    destroy(list);
    return 0;
}
