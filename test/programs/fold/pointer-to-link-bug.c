// The walk continues through the link of the element that was just freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
    int value;
};

int main(void)
{
    struct item *list = NULL;
    struct item **link = &list;
    while (__VERIFIER_nondet_int()) {
        *link = malloc(sizeof **link);
        (*link)->next = NULL;
        (*link)->value = __VERIFIER_nondet_int();
        link = &(*link)->next;
    }
    link = &list;
    while (*link != NULL) { // WARN(use-after-free)
        struct item *e = *link;
        if (e->value == 3) {
            *link = e->next;
            free(e);
            link = &e->next;
        } else {
            link = &e->next;
        }
    }
    while (list != NULL) {
        struct item *e = list;
        list = e->next;
        free(e);
    }
    return 0;
}
