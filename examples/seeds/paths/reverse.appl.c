// A reversal that does not keep the rest of the list before it turns the first element around.
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

struct elem *reverse(struct elem *list)
{
    struct elem *done = NULL;
    while (list != NULL) {
        list->next = done; // WARN(leak)
        done = list;
        list = done->next;
    }
    return done;
}

int main(void)
{
    struct elem *list = build();
    list = reverse(list);
    release(list);
    return 0;
}
