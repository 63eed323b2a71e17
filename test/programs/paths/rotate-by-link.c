// Rotates a tree to the left through the link that points to it, twice; the second rotation loses a subtree.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
};

static struct tree *leaf(void)
{
    struct tree *t = malloc(sizeof *t);
    if (t == NULL)
        exit(1);
    t->left = NULL;
    t->right = NULL;
    return t;
}

static void rotate(struct tree **link)
{
    struct tree *r = (*link)->right;
    (*link)->right = r->left;
    r->left = *link;
    *link = r;
}

static void rotate_badly(struct tree **link)
{
    struct tree *r = (*link)->right;
    r->left = *link; // WARN(leak)
    (*link)->right = NULL;
    *link = r;
}

int main(void)
{
    struct tree *root = leaf();
    root->right = leaf();
    root->right->left = leaf();
    rotate(&root);
    free(root->left->right);
    free(root->left);
    free(root);
    root = leaf();
    root->right = leaf();
    root->right->left = leaf();
    rotate_badly(&root);
    free(root->left);
    free(root);
    return 0;
}
