// A search tree: built, copied, mirrored, inserted into, and freed; every function calls itself for both children.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct tree {
    int key;
    struct tree *left;
    struct tree *right;
} *T;

T build(int depth)
{
    T t;
    if (depth <= 0 || __VERIFIER_nondet_int())
        return NULL;
    t = malloc(sizeof *t);
    t->key = depth;
    t->left = build(depth - 1);
    t->right = build(depth - 1);
    return t;
}

T copy(T t)
{
    T c;
    if (t == NULL)
        return NULL;
    c = malloc(sizeof *c);
    c->key = t->key;
    c->left = copy(t->left);
    c->right = copy(t->right);
    return c;
}

T insert(T t, int key)
{
    if (t == NULL) {
        t = malloc(sizeof *t);
        t->key = key;
        t->left = NULL;
        t->right = NULL;
    } else if (key < t->key)
        t->left = insert(t->left, key);
    else if (key > t->key)
        t->right = insert(t->right, key);
    return t;
}

void mirror(T t)
{
    T swap;
    if (t == NULL)
        return;
    mirror(t->left);
    mirror(t->right);
    swap = t->left;
    t->left = t->right;
    t->right = swap;
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
    T a = build(__VERIFIER_nondet_int());
    T b = copy(a);
    int n;
    for (n = __VERIFIER_nondet_int(); n > 0; n--)
        a = insert(a, __VERIFIER_nondet_int());
    mirror(b);
    drop(a);
    drop(b);
    return 0;
}
