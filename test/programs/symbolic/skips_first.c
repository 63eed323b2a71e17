// The list is freed from its second element on.
// INPUTS: n
// WHEN(leak): n >= 1
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct el {
    struct el *next;
};

int main(void)
{
    int n = __VERIFIER_nondet_int();
    struct el *head = NULL;
    for (int i = 0; i < n; i++) {
        struct el *e = malloc(sizeof *e);
        e->next = head;
        head = e;
    }
    if (!head)
        return 0;
    struct el *p = head->next;
    while (p) {
        struct el *next = p->next;
        free(p);
        p = next;
    }
    return 0;
}
