// A constant blank record is copied over the freed members.
#include <stdlib.h>

struct options {
    char *name;
    char *value;
    int flags;
};

static const struct options blank;

static void reset(struct options *o)
{
    free(o->name);
    free(o->value);
    *o = blank;
}

void reset_twice(struct options *o)
{
    reset(o);
    reset(o); // NOWARN
}

static void release(struct options *o)
{
    free(o->name);
    free(o->value);
}

void release_twice(struct options *o)
{
    release(o);
    release(o); // WARN(double-free)
}
