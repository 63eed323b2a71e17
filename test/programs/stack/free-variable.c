// A variable is freed through its address.
#include <stdlib.h>

struct node {
    struct node *next;
};

void drop(struct node **list)
{
    free(*list);
    free(list); // WARN(invalid-free)
}

int main(void)
{
    struct node *n = malloc(sizeof *n);
    drop(&n);
    return 0;
}
