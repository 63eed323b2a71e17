// A compound literal, and an initialised local, are assigned to what is behind a parameter.
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *left, *right;
    char *label;
};

static void clear_literal(struct node *n)
{
    free(n->label);
    free(n->left);
    *n = (struct node){ 0 };
}

static void clear_local(struct node *n)
{
    struct node empty = { NULL, NULL, NULL };
    free(n->label);
    free(n->left);
    *n = empty;
}

size_t measure(struct node *n, int how)
{
    if (how)
        clear_literal(n);
    else
        clear_local(n);
    return n->label ? strlen(n->label) : 0; // NOWARN
}
