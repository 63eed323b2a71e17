// A list of exactly three elements is built and freed by counting; a flag says whether there is a fourth.
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
    if (more == 2) {
        struct item *e = list;
        list = e->next;
        free(e);
    }
    return 0;
}
