// The neighbour keeps its pointer to the deleted element.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *previous;
    struct item *next;
};

static struct item *push(struct item *list)
{
    struct item *e = malloc(sizeof *e);
    e->previous = NULL;
    e->next = list;
    if (list != NULL)
        list->previous = e;
    return e;
}

static struct item *unlink_item(struct item *list, struct item *e)
{
    if (e->previous == NULL)
        list = e->next;
    if (e->next != NULL)
        e->next->previous = e->previous;
    free(e); // WARN(leak)
    return list;
}

int main(void)
{
    struct item *list = NULL;
    struct item *p;
    while (__VERIFIER_nondet_int())
        list = push(list);
    p = list;
    while (p != NULL && __VERIFIER_nondet_int())
        p = p->next;
    if (p != NULL)
        list = unlink_item(list, p);
    while (list != NULL) {
        struct item *next = list->next;
        if (next != NULL)
            next->previous = NULL; // WARN(use-after-free)
        free(list);
        list = next;
    }
    return 0;
}
