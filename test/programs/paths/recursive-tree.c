// A tree is built, walked and freed by recursive functions; a list is freed from its end.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
    int key;
};

static struct tree *build(int depth)
{
    if (depth <= 0 || __VERIFIER_nondet_int())
        return NULL;
    struct tree *t = malloc(sizeof *t);
    if (!t)
        abort();
    t->key = depth;
    t->left = build(depth - 1);
    t->right = build(depth - 1);
    return t;
}

static int sum(const struct tree *t)
{
    return t ? t->key + sum(t->left) + sum(t->right) : 0;
}

static void release(struct tree *t)
{
    if (!t)
        return;
    release(t->left);
    release(t->right);
    free(t);
}

static void release_half(struct tree *t)
{
    if (!t)
        return;
    release_half(t->left);
    free(t); // WARN(leak)
}

int main(void)
{
    struct tree *good = build(__VERIFIER_nondet_int());
    int total = sum(good);
    release(good);
    release_half(build(4));
    return total;
}
