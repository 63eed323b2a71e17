// The element is freed, but its predecessor still points to it.
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
        struct item *next = list->next; // WARN(use-after-free)
        free(list);
        list = next;
    }
}

static struct item *delete(struct item *list, int value)
{
    struct item *before = NULL;
    struct item *p = list;
    while (p != NULL && p->value != value) {
        before = p;
        p = p->next;
    }
    if (p == NULL)
        return list;
    if (before == NULL)
        list = p->next;
    free(p); // WARN(leak)
    return list;
}

int main(void)
{
    struct item *list = create();
    list = delete(list, 7);
    destroy(list);
    return 0;
}
