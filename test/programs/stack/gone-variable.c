// The address of a variable is used after its scope.
#include <stdlib.h>

struct node {
    struct node *next;
};

struct node **lend(void)
{
    struct node *mine = NULL;
    struct node **p = &mine;
    return p;
}

int main(void)
{
    struct node *n = NULL, **p = &n, **q = lend();
    *p = malloc(sizeof **p);
    free(n);
    *q = NULL; // WARN(use-after-free)
    return 0;
}
