// Three records; freeing the first loses the other two, which point at each other.
#include <stdlib.h>

struct bin {
    struct bin *left;
    struct bin *right;
};

static struct bin *make(void)
{
    struct bin *b = calloc(1, sizeof *b);
    if (b == NULL)
        exit(1);
    return b;
}

int main(void)
{
    struct bin *p1 = make();
    struct bin *p2 = make();
    struct bin *p3 = make();
    p1->left = p3;
    p1->right = p2;
    p1->right->left = p3;
    p3->right = p2;
    p2 = NULL;
    p3 = NULL;
    free(p1); // WARN(leak)
    return 0;
}
