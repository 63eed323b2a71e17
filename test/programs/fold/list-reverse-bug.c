// The rest of the list is lost.
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

static struct item *reverse(struct item *list)
{
    struct item *done = NULL;
    while (list != NULL) {
        struct item *next = done;
        list->next = done; // WARN(leak)
        done = list;
        list = next;
    }
    return done;
}

int main(void)
{
    struct item *list = reverse(create());
    destroy(list);
    return 0;
}
