// Reverses a singly linked list in place.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct elem {
    int value;
    struct elem *next;
};

static struct elem *build(void)
{
    struct elem *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct elem *e = malloc(sizeof *e);
        if (e == NULL)
            exit(1);
        e->value = __VERIFIER_nondet_int();
        e->next = list;
        list = e;
    }
    return list;
}

static void release(struct elem *list)
{
    while (list != NULL) {
        struct elem *next = list->next;
        free(list);
        list = next;
    }
}

struct elem *elem_reverse(struct elem *list)
{
    struct elem *done = NULL;
    while (list != NULL) {
        struct elem *next = list->next;
        list->next = done;
        done = list;
        list = next;
    }
    return done;
}

int main(void)
{
    release(elem_reverse(build()));
    return 0;
}
