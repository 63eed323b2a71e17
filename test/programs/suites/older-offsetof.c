// The traditional form of offsetof: the address of a member of a structure at address zero.
#include <stdlib.h>

struct link {
    struct link *next, *prev;
};

struct entry {
    int number;
    struct link link;
};

#define ENTRY(p) ((struct entry *)((char *)(p) - (unsigned long)(&((struct entry *)0)->link)))

void destroy(struct link *head)
{
    struct entry *now = ENTRY(head->next); // NOWARN
    while (&now->link != head) {
        struct entry *next = ENTRY(now->link.next); // NOWARN
        free(now);
        now = next;
    }
}

int destroy_twice(struct link *head)
{
    struct entry *first = ENTRY(head->next);
    free(first);
    return first->number; // WARN(use-after-free)
}
