// Deletion from a search tree that keeps only one child of the deleted node.
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

T without(T t, int key)
{
    T child;
    if (t == NULL)
        return NULL;
    if (key < t->key)
        t->left = without(t->left, key);
    else if (key > t->key)
        t->right = without(t->right, key);
    else {
        child = t->left ? t->left : t->right;
        free(t); // WARN(leak)
        return child;
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
    t = without(t, __VERIFIER_nondet_int());
    drop(t);
    return 0;
}
