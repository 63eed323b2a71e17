// Merges two sorted singly linked lists; the end of the result is reached through a pointer to its last field.
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

struct elem *elem_merge(struct elem *a, struct elem *b)
{
    struct elem *list = NULL;
    struct elem **end = &list;
    while (a != NULL && b != NULL) {
        if (a->value <= b->value) {
            *end = a;
            a = a->next;
        } else {
            *end = b;
            b = b->next;
        }
        end = &(*end)->next;
    }
    *end = a != NULL ? a : b;
    return list;
}

int main(void)
{
    struct elem *a = build();
    struct elem *b = build();
    release(elem_merge(a, b));
    return 0;
}
