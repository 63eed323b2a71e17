// A record is assigned to an element of a queue in a global, then a dispatch on its kind goes on with the local copy.
#include <stdlib.h>
#include <string.h>

struct job {
    int kind;
    char *name;
    void *data;
};

static struct job queue[32];
static unsigned head, tail;

static int enqueue(const struct job *j)
{
    unsigned next = (tail + 1) % 32;
    if (next == head)
        return 0;
    queue[tail] = *j;
    tail = next;
    switch (j->kind) {
    case 0:
        head = head + 1 - 1;
        break;
    case 1:
        if (!j->data)
            return 2;
        break;
    default:
        break;
    }
    return 1;
}

int start(int kind, const char *name)
{
    struct job j;
    memset(&j, 0, sizeof j);
    j.kind = kind;
    j.name = strdup(name);
    if (!enqueue(&j)) {
        free(j.name);
        return 0;
    }
    return 1; // NOWARN
}
