// The rest after the first element is lost.
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

static struct item *splice(struct item *list, struct item *middle)
{
    struct item *end = middle;
    if (list == NULL)
        return middle;
    if (middle == NULL)
        return list;
    while (end->next != NULL)
        end = end->next;
    list->next = middle; // WARN(leak)
    return list;
}

int main(void)
{
    struct item *list = create();
    struct item *middle = create();
    destroy(splice(list, middle));
    return 0;
}
