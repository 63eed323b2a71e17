// A constructor of trees returns one of its arguments where the other is missing; logging multiplies its outcomes.
#include <stdio.h>
#include <stdlib.h>

struct node {
    int kind;
    struct node *left, *right;
};

static FILE *log_file;
static int level, is_open;

static void note(const char *what)
{
    if (!is_open) {
        log_file = fopen("log", "a");
        is_open = 1;
    }
    if (level > 1 && log_file)
        fprintf(log_file, "%s\n", what);
    else if (level)
        fprintf(stderr, "%s\n", what);
}

static struct node *create(int kind)
{
    struct node *n = malloc(sizeof *n);
    if (!n) {
        note("no memory");
        exit(1);
    }
    note("created");
    n->kind = kind;
    n->left = n->right = NULL;
    return n;
}

static struct node *combine(struct node *left, struct node *right, int kind)
{
    if (left && right) {
        struct node *n = create(kind);
        n->left = left;
        n->right = right;
        return n;
    }
    if (right)
        return right;
    return left;
}

struct node *build(int n)
{
    struct node *top = NULL;
    for (int i = 0; i < n; i++) {
        struct node *leaf = create(0);
        top = combine(top, leaf, 1); // NOWARN
    }
    return top;
}
