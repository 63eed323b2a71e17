// The same loop on a diamond: two paths lead to one node, which is used after it was freed.
#include <stdlib.h>

struct tree {
    struct tree *left;
    struct tree *right;
};

static struct tree *make(struct tree *left, struct tree *right)
{
    struct tree *t = malloc(sizeof *t);
    if (t == NULL)
        exit(1);
    t->left = left;
    t->right = right;
    return t;
}

static struct tree *make_diamond(void)
{
    struct tree *bottom = make(NULL, NULL);
    return make(make(NULL, bottom), make(bottom, NULL));
}

static void deallocate(struct tree *a)
{
    while (a != NULL) {
        struct tree *left = a->left;
        if (left != NULL) {
            a->left = left->right; // WARN(use-after-free)
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
    deallocate(make_diamond());
    return 0;
}
