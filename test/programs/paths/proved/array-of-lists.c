// A small hash table: an array of lists, filled at known places.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

static void push(struct node **bucket)
{
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        exit(1);
    n->next = *bucket;
    *bucket = n;
}

static void clear(struct node **bucket)
{
    while (*bucket != NULL) {
        struct node *n = *bucket;
        *bucket = n->next;
        free(n);
    }
}

int main(void)
{
    struct node *table[3] = {NULL, NULL, NULL};
    while (__VERIFIER_nondet_int())
        push(&table[0]);
    push(&table[1]);
    push(&table[2]);
    clear(&table[0]);
    clear(&table[1]);
    clear(&table[2]);
    return 0;
}
