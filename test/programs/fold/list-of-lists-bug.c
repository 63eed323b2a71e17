// The inner lists are not freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct inner {
    struct inner *next;
};

struct outer {
    struct outer *next;
    struct inner *items;
    int count;
};

static struct inner *create_inner(void)
{
    struct inner *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct inner *e = malloc(sizeof *e);
        e->next = list;
        list = e;
    }
    return list;
}

int main(void)
{
    struct outer *all = NULL;
    while (__VERIFIER_nondet_int()) {
        struct outer *o = malloc(sizeof *o);
        o->items = create_inner();
        o->next = all;
        all = o;
    }
    while (all != NULL) {
        struct outer *o = all;
        all = o->next;
        free(o); // WARN(leak)
    }
    return 0;
}
