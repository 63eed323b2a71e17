// Frees a binary tree in a loop, by rotating left children up until there are none.
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

/* A tree of seven nodes. */
static struct tree *make_tree(void)
{
    struct tree *a = make(make(NULL, NULL), make(NULL, NULL));
    struct tree *b = make(make(NULL, NULL), make(NULL, NULL));
    return make(a, b);
}

static void deallocate(struct tree *a)
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
    deallocate(make_tree());
    return 0;
}
