// A list is built, walked, and freed except for its last element if there are many.
// INPUTS: n
// WHEN(leak): n >= 3
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
    int value;
};

int main(void)
{
    int n = __VERIFIER_nondet_int();
    struct item *head = NULL;
    for (int i = 0; i < n; i++) {
        struct item *x = malloc(sizeof *x);
        x->next = head;
        x->value = i;
        head = x;
    }
    int count = 0;
    for (struct item *p = head; p; p = p->next)
        count++;
    while (head && (count < 3 || head->next)) {
        struct item *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
