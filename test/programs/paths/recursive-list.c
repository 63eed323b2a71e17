// Lists and recursion: built from the front, freed from the end, appended through a pointer to the link.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

static struct node *build(int n)
{
    if (n <= 0)
        return NULL;
    struct node *x = malloc(sizeof *x);
    if (!x)
        abort();
    x->value = n;
    x->next = build(n - 1);
    return x;
}

static void append(struct node **link, struct node *x)
{
    if (*link)
        append(&(*link)->next, x);
    else
        *link = x;
}

static void release(struct node *x)
{
    if (x) {
        release(x->next);
        free(x);
    }
}

static void release_too_early(struct node *x)
{
    if (x) {
        free(x); // WARN(leak)
        release_too_early(x->next); // WARN(use-after-free)
    }
}

int main(void)
{
    struct node *list = build(__VERIFIER_nondet_int());
    append(&list, build(1));
    release(list);
    struct node *other = build(__VERIFIER_nondet_int());
    release_too_early(other);
    return 0;
}
