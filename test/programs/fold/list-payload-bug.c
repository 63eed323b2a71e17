// A list whose items own an allocation each; some are leaked.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
    int *value;
};

int main(void)
{
    struct item *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct item *i = malloc(sizeof *i);
        i->value = malloc(sizeof *i->value);
        i->next = list;
        list = i;
    }
    while (list != NULL) {
        struct item *i = list;
        list = list->next;
        if (__VERIFIER_nondet_int())
            free(i->value);
        free(i); // WARN(leak)
    }
    return 0;
}
