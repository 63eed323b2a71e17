// Two functions free a tree in turns, level by level.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct tree {
    struct tree *left;
    struct tree *right;
} *T;

T build(int depth)
{
    T t;
    if (depth <= 0)
        return NULL;
    t = malloc(sizeof *t);
    t->left = build(depth - 1);
    t->right = __VERIFIER_nondet_int() ? build(depth - 1) : NULL;
    return t;
}

void odd(T t);

void even(T t)
{
    if (t == NULL)
        return;
    odd(t->left);
    odd(t->right);
    free(t);
}

void odd(T t)
{
    T left, right;
    if (t == NULL)
        return;
    left = t->left;
    right = t->right;
    free(t);
    even(left);
    even(right);
}

int main(void)
{
    even(build(__VERIFIER_nondet_int()));
    return 0;
}
