// Records in a circular list linked by a member, whose head is of another type; the record is computed from the member.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct links {
    struct links *next, *prev;
};

struct record {
    int key;
    struct links links;
};

#define record_of(l) ((struct record *)((char *)(l) - (unsigned long)&((struct record *)0)->links))

static void insert(struct links *x, struct links *before, struct links *behind)
{
    behind->prev = x;
    x->next = behind;
    x->prev = before;
    before->next = x;
}

int main(void)
{
    struct links head = {&head, &head};
    while (__VERIFIER_nondet_int()) {
        struct record *r = malloc(sizeof *r);
        if (!r)
            abort();
        r->key = 0;
        insert(&r->links, head.prev, &head);
    }
    for (struct links *l = head.next, *next; l != &head; l = next) {
        next = l->next;
        free(record_of(l));
    }
    return 0;
}
