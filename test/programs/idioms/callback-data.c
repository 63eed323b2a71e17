// User data is registered with a callback and a function that frees it: registration transfers ownership.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*handler)(int event, void *data);
typedef void (*destroyer)(void *data);

struct watch {
    handler handle;
    destroyer destroy;
    void *data;
};

static struct watch watches[8];
static size_t watch_count;

/* 0: ownership is transferred; -1: the caller still owns the data. */
static int watch_add(handler handle, void *data, destroyer destroy)
{
    if (watch_count == sizeof watches / sizeof watches[0])
        return -1;
    watches[watch_count].handle = handle;
    watches[watch_count].destroy = destroy;
    watches[watch_count].data = data;
    watch_count++;
    return 0;
}

static void watch_emit(int event)
{
    for (size_t i = 0; i < watch_count; i++)
        watches[i].handle(event, watches[i].data);
}

static void watch_clear(void)
{
    while (watch_count > 0) {
        struct watch *w = &watches[--watch_count];
        if (w->destroy != NULL)
            w->destroy(w->data);
        memset(w, 0, sizeof *w);
    }
}

struct counter {
    char *label;
    unsigned seen;
};

static void count(int event, void *data)
{
    struct counter *c = data;
    c->seen++;
    printf("%s: %u of %d\n", c->label, c->seen, event);
}

static void counter_free(void *data)
{
    struct counter *c = data;
    free(c->label);
    free(c);
}

static int count_events(const char *label)
{
    struct counter *c = malloc(sizeof *c);

    if (c == NULL)
        return -1;
    c->seen = 0;
    c->label = strdup(label);
    if (c->label == NULL) {
        free(c);
        return -1;
    }
    if (watch_add(count, c, counter_free) < 0) {
        counter_free(c);
        return -1;
    }
    return 0;
}

int main(void)
{
    int status = 0;

    for (int i = 0; i < 10 && status == 0; i++)
        status = count_events("event");
    watch_emit(1);
    watch_emit(2);
    watch_clear();
    return 0;
}
