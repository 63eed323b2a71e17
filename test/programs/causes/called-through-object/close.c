// The function that frees the object is a member of the object: it is read before the call.
#include <stdlib.h>
#include <string.h>

struct conn {
    char *host;
    void (*close)(struct conn *);
};

static void close_plain(struct conn *c)
{
    free(c->host);
    free(c);
}

static void close_logged(struct conn *c)
{
    if (c->host)
        free(c->host);
    free(c);
}

struct conn *open_conn(const char *host, int logged)
{
    struct conn *c = malloc(sizeof *c);
    if (!c)
        return NULL;
    c->host = strdup(host);
    c->close = logged ? close_logged : close_plain;
    return c;
}

void session(struct conn *c)
{
    if (c)
        (*c->close)(c); // NOWARN
}

void twice(struct conn *c)
{
    (*c->close)(c);
    (*c->close)(c); // WARN(use-after-free)
}
