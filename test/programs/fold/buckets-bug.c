// The element is stored into the bucket after the one whose list it holds.
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
        table[(bucket + 1) % 4] = e; // WARN(leak)
    }
    for (int i = 0; i < 4; i++) {
        while (table[i] != NULL) {
            struct item *e = table[i];
            table[i] = e->next; // WARN(use-after-free)
            free(e);
        }
    }
    return 0;
}
