// Builds a list and loses its head: every element but the last is lost, once there are two.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct el {
    int item;
    struct el *next;
};

static struct el *make(void)
{
    struct el *e = calloc(1, sizeof *e);
    if (e == NULL)
        exit(1);
    return e;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    struct el *p = make();
    p->item = 1;
    for (int i = 2; i <= n; i++) {
        p->next = make();
        p = p->next; // WARN(leak)
        p->item = i;
    }
    free(p);
    return 0;
}
