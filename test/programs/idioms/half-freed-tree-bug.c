// With a bug: a binary tree is freed with both subtrees of every node.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *left, *right;
    char *key;
    int count;
};

static struct node *node_new(const char *key)
{
    struct node *n = malloc(sizeof *n);

    if (n == NULL)
        return NULL;
    n->left = n->right = NULL;
    n->count = 1;
    n->key = strdup(key);
    if (n->key == NULL) {
        free(n);
        return NULL;
    }
    return n;
}

static int tree_add(struct node **at, const char *key)
{
    int order;

    if (*at == NULL) {
        *at = node_new(key);
        return *at == NULL ? -1 : 0;
    }
    order = strcmp(key, (*at)->key);
    if (order < 0)
        return tree_add(&(*at)->left, key);
    if (order > 0)
        return tree_add(&(*at)->right, key);
    (*at)->count++;
    return 0;
}

static void tree_print(const struct node *n, int depth)
{
    if (n == NULL)
        return;
    tree_print(n->left, depth + 1);
    printf("%*s%s %d\n", 2 * depth, "", n->key, n->count);
    tree_print(n->right, depth + 1);
}

static void tree_free(struct node *n)
{
    if (n == NULL)
        return;
    tree_free(n->left);
    free(n->key);
    free(n); // WARN(leak)
}

int main(int argc, char **argv)
{
    struct node *root = NULL;
    int status = 0;

    tree_add(&root, "m");
    for (int i = 1; i < argc && status == 0; i++)
        status = tree_add(&root, argv[i]);
    if (argc == 1)
        status = tree_add(&root, "z");
    if (status == 0)
        tree_print(root, 0);
    tree_free(root);
    return 0;
}
