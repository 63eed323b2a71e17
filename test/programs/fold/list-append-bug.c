// The case of an empty list is missing.
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

static struct item *append(struct item *list, struct item *rest)
{
    struct item *p = list;
    while (p->next != NULL) // WARN(null-dereference)
        p = p->next;
    p->next = rest;
    return list;
}

int main(void)
{
    struct item *first = create();
    struct item *second = create();
    destroy(append(first, second));
    return 0;
}
