// Deletion from a search tree: a node with two children gets the least key of its right subtree.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct tree {
    int key;
    struct tree *left;
    struct tree *right;
} *T;

T insert(T t, int key)
{
    if (t == NULL) {
        t = malloc(sizeof *t);
        t->key = key;
        t->left = t->right = NULL;
        return t;
    }
    if (key < t->key)
        t->left = insert(t->left, key);
    else
        t->right = insert(t->right, key);
    return t;
}

int least(T t)
{
    return t->left ? least(t->left) : t->key;
}

T without_least(T t)
{
    T right;
    if (t->left == NULL) {
        right = t->right;
        free(t);
        return right;
    }
    t->left = without_least(t->left);
    return t;
}

T without(T t, int key)
{
    T child;
    if (t == NULL)
        return NULL;
    if (key < t->key)
        t->left = without(t->left, key);
    else if (key > t->key)
        t->right = without(t->right, key);
    else if (t->left == NULL || t->right == NULL) {
        child = t->left ? t->left : t->right;
        free(t);
        return child;
    } else {
        t->key = least(t->right);
        t->right = without_least(t->right);
    }
    return t;
}

void drop(T t)
{
    if (t == NULL)
        return;
    drop(t->left);
    drop(t->right);
    free(t);
}

int main(void)
{
    T t = NULL;
    int i;
    for (i = 0; i < 10; i++)
        t = insert(t, __VERIFIER_nondet_int());
    for (i = 0; i < 5; i++)
        t = without(t, __VERIFIER_nondet_int());
    drop(t);
    return 0;
}
