// Builds a binary tree of seven nodes and lets go of it in order.
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
};

static struct tree *make(struct tree *left, struct tree *right)
{
    struct tree *t = malloc(sizeof *t);
    if (t == NULL)
        exit(1);
    t->left = left;
    t->right = right;
    return t;
}

/* A tree of seven nodes. */
static struct tree *make_tree(void)
{
    struct tree *a = make(make(NULL, NULL), make(NULL, NULL));
    struct tree *b = make(make(NULL, NULL), make(NULL, NULL));
    return make(a, b);
}

static void release(struct tree *t)
{
    if (t == NULL)
        return;
    release(t->left);
    release(t->right);
    free(t);
}

int main(void)
{
    struct tree *a = make_tree();
    release(a);
    return 0;
}
