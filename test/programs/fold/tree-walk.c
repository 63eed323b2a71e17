// An in-order walk over a search tree of any size, with a stack of frames; the tree is then freed by rotation.
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
    if (root == NULL)
        return fresh;
    for (;;) {
        if (key < p->key) {
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

struct frame {
    struct frame *below;
    struct tree *node;
};

static int walk(struct tree *t)
{
    struct frame *stack = NULL;
    int sum = 0;
    while (t != NULL || stack != NULL) {
        if (t != NULL) {
            struct frame *f = malloc(sizeof *f);
            f->below = stack;
            f->node = t;
            stack = f;
            t = t->left;
        } else {
            struct frame *f = stack;
            t = f->node;
            stack = f->below;
            free(f);
            sum += t->key;
            t = t->right;
        }
    }
    return sum;
}

int main(void)
{
    struct tree *t = create();
    int sum = walk(t);
    destroy(t);
    return sum;
}
