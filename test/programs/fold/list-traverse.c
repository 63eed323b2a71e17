// Builds a list of any length, walks along it, frees it: there is no error.
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

int main(void)
{
    struct item *list = create();
    int sum = 0;
    for (struct item *p = list; p != NULL; p = p->next)
        sum += p->value;
    destroy(list);
    return sum;
}
