// A node is unlinked from the middle of a list and freed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct timer {
    struct timer *next;
    unsigned long when;
    int id;
};

static struct timer *timers; /* by time */

int timer_add(int id, unsigned long when)
{
    struct timer *t = malloc(sizeof *t);
    struct timer **at = &timers;

    if (t == NULL)
        return -1;
    t->id = id;
    t->when = when;
    while (*at != NULL && (*at)->when <= when)
        at = &(*at)->next;
    t->next = *at;
    *at = t;
    return 0;
}

int timer_cancel(int id)
{
    struct timer *previous = NULL;
    struct timer *t;

    for (t = timers; t != NULL; previous = t, t = t->next)
        if (t->id == id)
            break;
    if (t == NULL)
        return -1;
    if (previous == NULL) {
        timers = t->next;
        free(t);
    } else {
        previous->next = t->next;
        free(t);
    }
    return 0;
}

int timer_expire(unsigned long now)
{
    int expired = 0;

    while (timers != NULL && timers->when <= now) {
        struct timer *t = timers;
        timers = t->next;
        free(t);
        expired++;
    }
    return expired;
}
