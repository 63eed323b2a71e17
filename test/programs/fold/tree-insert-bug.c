// The case of an empty tree is missing.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

static struct tree *insert(struct tree *root, int key)
{
    struct tree *fresh = malloc(sizeof *fresh);
    struct tree *p = root;
    fresh->left = NULL;
    fresh->right = NULL;
    fresh->key = key;
    for (;;) {
        if (key < p->key) { // WARN(null-dereference)
            if (p->left == NULL) {
                p->left = fresh;
                return root;
            }
            p = p->left;
        } else {
            if (p->right == NULL) {
                p->right = fresh;
                return root;
            }
            p = p->right;
        }
    }
}

static struct tree *create(void)
{
    struct tree *root = NULL;
    while (__VERIFIER_nondet_int())
        root = insert(root, __VERIFIER_nondet_int());
    return root;
}

static void destroy(struct tree *a)
{
    while (a != NULL) {
        struct tree *left = a->left;
        if (left != NULL) {
            a->left = left->right;
            left->right = a;
            a = left;
        } else {
            struct tree *right = a->right;
            free(a);
            a = right;
        }
    }
}

int main(void)
{
    destroy(create());
    return 0;
}
