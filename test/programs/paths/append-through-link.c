// Appends to a list through the address of its last link.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static void append(struct node **pp, int value)
{
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        exit(1);
    n->value = value;
    n->next = NULL;
    while (*pp != NULL)
        pp = &(*pp)->next;
    *pp = n;
}

/* Stops one link early: the rest of the list is lost. */
static void append_badly(struct node **pp, int value)
{
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        exit(1);
    n->value = value;
    n->next = NULL;
    while (*pp != NULL && (*pp)->next != NULL)
        pp = &(*pp)->next;
    *pp = n; // WARN(leak)
}

static void release(struct node *list)
{
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int())
        append(&list, 1);
    append_badly(&list, 2);
    release(list);
    return 0;
}
