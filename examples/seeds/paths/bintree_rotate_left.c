// Rotates a binary tree to the left, given the address of the pointer to it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    int value;
    struct tree *left;
    struct tree *right;
};

typedef struct tree *t;

void bintree_rotate_left(t *root)
{
    t right = (*root)->right;
    (*root)->right = right->left;
    right->left = *root;
    *root = right;
}

static t make(int depth)
{
    t n;
    if (depth <= 0 || __VERIFIER_nondet_int() == 0)
        return NULL;
    n = malloc(sizeof *n);
    if (n == NULL)
        exit(1);
    n->value = depth;
    n->left = make(depth - 1);
    n->right = make(depth - 1);
    return n;
}

static void release(t n)
{
    if (n == NULL)
        return;
    release(n->left);
    release(n->right);
    free(n);
}

int main(void)
{
    t root = make(4);
    if (root != NULL && root->right != NULL)
        bintree_rotate_left(&root);
    release(root);
    return 0;
}
