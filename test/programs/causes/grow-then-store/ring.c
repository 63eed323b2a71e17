// A ring buffer in a global that is allocated when it is first used; the store goes through a cursor.
#include <stdlib.h>

struct event {
    int kind;
    struct event *next;
};

static struct ring {
    struct event **slots;
    unsigned head, size;
} ring;

static struct event **cursor(void)
{
    if (ring.head == ring.size) {
        struct event **larger = realloc(ring.slots, (ring.size + 64) * sizeof *larger);
        if (!larger)
            abort();
        ring.slots = larger;
        ring.size += 64;
    }
    return &ring.slots[ring.head++];
}

void post(int kind)
{
    struct event *e = calloc(1, sizeof *e);
    if (!e)
        return;
    e->kind = kind;
    *cursor() = e; // NOWARN
}
