// A list built at its head, freed depending on the second input.
// INPUTS: n m
// WHEN(leak): n >= 1 and m <= 0
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct el {
    struct el *next;
};

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int m = __VERIFIER_nondet_int();
    struct el *head = NULL;
    for (int i = 0; i < n; i++) {
        struct el *e = malloc(sizeof *e);
        e->next = head;
        head = e;
    }
    if (m > 0)
        while (head) {
            struct el *next = head->next;
            free(head);
            head = next;
        }
    return 0;
}
