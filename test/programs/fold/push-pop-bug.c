// A stack in a global variable: pushed and popped in any order, and popped once too often.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
};

static struct item *top;

static void push(void)
{
    struct item *i = malloc(sizeof *i);
    i->next = top;
    top = i;
}

static void pop(void)
{
    struct item *i = top;
    top = i->next; // WARN(null-dereference)
    free(i);
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            push();
        else
            pop();
    }
    while (top != NULL)
        pop();
    return 0;
}
