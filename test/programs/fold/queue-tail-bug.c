// The head pointer is not updated when the queue becomes empty.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct item {
    struct item *next;
    int value;
};

struct queue {
    struct item *first;
    struct item *last;
};

static void put(struct queue *q, int value)
{
    struct item *e = malloc(sizeof *e);
    e->value = value;
    e->next = NULL;
    if (q->last == NULL)
        q->first = e;
    else
        q->last->next = e; // WARN(use-after-free)
    q->last = e;
}

static int take(struct queue *q)
{
    struct item *e = q->first;
    int value = e->value;
    q->first = e->next;
    free(e);
    return value;
}

int main(void)
{
    struct queue q = {NULL, NULL};
    int sum = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            put(&q, 1);
        else if (q.first != NULL)
            sum += take(&q);
    }
    while (q.first != NULL)
        sum += take(&q);
    return sum;
}
