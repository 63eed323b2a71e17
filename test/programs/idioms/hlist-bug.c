// With a bug: hash buckets whose nodes point back to the link that points to them: removal needs no walk.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 16

struct hnode {
    struct hnode *next, **pprev;
};

struct user {
    struct hnode node; /* first: a link is its user */
    unsigned id;
    char name[24];
};

static struct hnode *table[BUCKETS];

static void hlist_add(struct hnode **head, struct hnode *n)
{
    n->next = *head;
    if (n->next != NULL)
        n->next->pprev = &n->next;
    n->pprev = head;
    *head = n;
}

static void hlist_del(struct hnode *n)
{
    *n->pprev = n->next;
    if (n->next != NULL)
        n->next->pprev = n->pprev;
}

struct user *user_find(unsigned id)
{
    for (struct hnode *n = table[id % BUCKETS]; n != NULL; n = n->next) {
        struct user *u = (struct user *)n;
        if (u->id == id)
            return u;
    }
    return NULL;
}

int user_add(unsigned id, const char *name)
{
    struct user *u;

    if (user_find(id) != NULL)
        return 0;
    u = malloc(sizeof *u);
    if (u == NULL)
        return -1;
    u->id = id;
    strncpy(u->name, name, sizeof u->name - 1);
    u->name[sizeof u->name - 1] = '\0';
    hlist_add(&table[id % BUCKETS], &u->node);
    return 1;
}

int user_remove(unsigned id)
{
    struct user *u = user_find(id);

    if (u == NULL)
        return -1;
    hlist_del(&u->node);
    return 0; // WARN(leak)
}

void user_remove_all(void)
{
    for (int i = 0; i < BUCKETS; i++) {
        while (table[i] != NULL) {
            struct hnode *n = table[i];
            hlist_del(n);
            free(n);
        }
    }
}
