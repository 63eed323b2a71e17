// Deletes the elements with a given value from a singly linked list.
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

struct elem *elem_delete(struct elem *list, int value)
{
    struct elem *previous = NULL;
    struct elem *e = list;
    while (e != NULL) {
        struct elem *next = e->next;
        if (e->value == value) {
            if (previous == NULL)
                list = next;
            else
                previous->next = next;
            free(e);
        } else {
            previous = e;
        }
        e = next;
    }
    return list;
}

int main(void)
{
    struct elem *list = build();
    list = elem_delete(list, __VERIFIER_nondet_int());
    release(list);
    return 0;
}
