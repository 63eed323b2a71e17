// A circular doubly linked list with a sentinel inside its owner, as in kernels and libraries.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    struct entry *prev, *next;
    int key;
    int value;
};

struct lru {
    struct entry ring; /* the sentinel: no key */
    size_t count, most;
};

static void unlink_entry(struct entry *e)
{
    e->prev->next = e->next;
    e->next->prev = e->prev;
}

static void link_first(struct entry *ring, struct entry *e)
{
    e->next = ring->next;
    e->prev = ring;
    ring->next->prev = e;
    ring->next = e;
}

struct lru *lru_new(size_t most)
{
    struct lru *c = malloc(sizeof *c);

    if (c == NULL)
        return NULL;
    memset(c, 0, sizeof *c);
    c->ring.prev = c->ring.next = &c->ring;
    c->most = most;
    return c;
}

void lru_free(struct lru *c)
{
    struct entry *e = c->ring.next;

    while (e != &c->ring) {
        struct entry *next = e->next;
        free(e);
        e = next;
    }
    free(c);
}

int *lru_find(struct lru *c, int key)
{
    for (struct entry *e = c->ring.next; e != &c->ring; e = e->next) {
        if (e->key == key) {
            unlink_entry(e);
            link_first(&c->ring, e);
            return &e->value;
        }
    }
    return NULL;
}

int lru_put(struct lru *c, int key, int value)
{
    int *known = lru_find(c, key);
    struct entry *e;

    if (known != NULL) {
        *known = value;
        return 0;
    }
    e = malloc(sizeof *e);
    if (e == NULL)
        return -1;
    e->key = key;
    e->value = value;
    link_first(&c->ring, e);
    if (++c->count > c->most) {
        struct entry *last = c->ring.prev;
        unlink_entry(last);
        free(last);
        c->count--;
    }
    return 1;
}

int main(void)
{
    struct lru *c = lru_new(3);
    int sum = 0;

    if (c == NULL)
        return 1;
    for (int i = 0; i < 5; i++)
        lru_put(c, i, i * i);
    for (int i = 0; i < 5; i++) {
        int *found = lru_find(c, i);
        if (found != NULL)
            sum += *found;
    }
    printf("%d\n", sum);
    lru_free(c);
    return 0;
}
