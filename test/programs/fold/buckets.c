// A table of four lists: a list read from a bucket is stored back into the same one, at any index.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
    int key;
};

int main(void)
{
    struct item *table[4] = {NULL};
    while (__VERIFIER_nondet_int()) {
        int key = __VERIFIER_nondet_int();
        unsigned bucket = (unsigned)key % 4;
        struct item *e = malloc(sizeof *e);
        e->key = key;
        e->next = table[bucket];
        table[bucket] = e;
    }
    for (int i = 0; i < 4; i++) {
        while (table[i] != NULL) {
            struct item *e = table[i];
            table[i] = e->next;
            free(e);
        }
    }
    return 0;
}
