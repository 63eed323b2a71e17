// The thread overwrites the list instead of adding to it.
// violates: valid-memtrack
#include <stdlib.h>
#include <threads.h>

struct node {
    struct node *next;
};

static struct node *all;

static int add(void *argument)
{
    struct node *n = malloc(sizeof *n);

    if (!n)
        return 1;
    n->next = NULL;
    all = n;
    return 0;
}

int main(void)
{
    for (int i = 0; i < 10; i++) {
        thrd_t thread;
        int failed = 1;

        if (thrd_create(&thread, add, NULL) == thrd_success)
            thrd_join(thread, &failed);
        if (failed)
            break;
    }
    while (all) {
        struct node *next = all->next;
        free(all);
        all = next;
    }
    return 0;
}
