// The flag is negated by mistake: a fourth element is expected where there is none.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
};

static struct item *push(struct item *list)
{
    struct item *e = malloc(sizeof *e);
    e->next = list;
    return e;
}

int main(void)
{
    struct item *list = NULL;
    int more = 1;
    for (int i = 0; i < 3; i++)
        list = push(list);
    if (__VERIFIER_nondet_int()) {
        list = push(list);
        more = 2;
    }
    for (int i = 0; i < 3; i++) {
        struct item *e = list;
        list = e->next;
        free(e);
    }
    if (more == 1) {
        struct item *e = list;
        list = e->next; // WARN(null-dereference)
        free(e);
    }
    return 0; // WARN(leak)
}
