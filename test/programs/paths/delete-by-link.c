// Deletes from a list with a pointer to the link that points to the element.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *build(void)
{
    struct node *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (n == NULL)
            exit(1);
        n->value = __VERIFIER_nondet_int();
        n->next = list;
        list = n;
    }
    return list;
}

static void delete(struct node **link, int value)
{
    while (*link != NULL) {
        struct node *n = *link;
        if (n->value == value) {
            *link = n->next;
            free(n);
        } else {
            link = &n->next;
        }
    }
}

/* Continues through the link of the freed element. */
static void delete_badly(struct node **link, int value)
{
    while (*link != NULL) { // WARN(use-after-free)
        struct node *n = *link;
        if (n->value == value) {
            *link = n->next;
            free(n);
        }
        link = &n->next;
    }
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
    struct node *list = build();
    delete(&list, 3);
    delete_badly(&list, 4);
    release(list);
    return 0;
}
