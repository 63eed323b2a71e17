// Walks to the leftmost innermost node of a binary tree.
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
    struct tree *p = a;
    while (p->left != NULL)
        p = p->left;
    p->right = NULL;
    release(a);
    return 0;
}
