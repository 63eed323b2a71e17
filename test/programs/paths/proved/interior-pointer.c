// A list of members: the link is in the middle of the record, which is computed from it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct link {
    struct link *next;
};

struct record {
    int key;
    struct link link;
};

#define record_of(l) ((struct record *)((char *)(l) - __builtin_offsetof(struct record, link)))

int main(void)
{
    struct link *list = NULL;
    while (__VERIFIER_nondet_int()) {
        struct record *r = malloc(sizeof *r);
        if (r == NULL)
            exit(1);
        r->key = __VERIFIER_nondet_int();
        r->link.next = list;
        list = &r->link;
    }
    while (list != NULL) {
        struct link *next = list->next;
        free(record_of(list));
        list = next;
    }
    return 0;
}
