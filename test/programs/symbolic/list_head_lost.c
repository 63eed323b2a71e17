// Figure 3 of the paper: the head of the list is lost once there are two elements.
// INPUTS: n
// WHEN(leak): n >= 2
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct el {
    int item;
    struct el *next;
};

int main(void)
{
    int n = __VERIFIER_nondet_int();
    struct el *p = calloc(1, sizeof *p);
    p->item = 1;
    for (int i = 2; i <= n; i++) {
        p->next = calloc(1, sizeof *p);
        p = p->next;
        p->item = i;
    }
    free(p);
    return 0;
}
