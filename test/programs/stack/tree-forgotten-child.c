// A tree is freed without its right subtrees.
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

void drop(T t)
{
    if (t == NULL)
        return;
    drop(t->left);
    free(t); // WARN(leak)
}

int main(void)
{
    drop(build(__VERIFIER_nondet_int()));
    return 0;
}
