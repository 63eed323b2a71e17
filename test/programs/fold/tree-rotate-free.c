// Frees a tree that was built left-deep or right-deep, depending on the input.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left;
    struct tree *right;
    int key;
};

static struct tree *create(void)
{
    struct tree *root = NULL;
    while (__VERIFIER_nondet_int()) {
        struct tree *t = malloc(sizeof *t);
        t->key = 0;
        t->left = __VERIFIER_nondet_int() ? root : NULL;
        t->right = t->left == NULL ? root : NULL;
        root = t;
    }
    return root;
}

int main(void)
{
    struct tree *a = create();
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
    return 0;
}
