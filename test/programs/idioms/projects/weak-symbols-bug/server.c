// A server with hooks: weak definitions that do nothing, for programs that have nothing to add.
#include "hooks.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((weak)) int connection_setup(struct connection *c)
{
    c->extra = NULL;
    return 0;
}

__attribute__((weak)) void connection_teardown(struct connection *c)
{
    c->extra = NULL; // WARN(leak)
}

__attribute__((weak)) void serve_trace(const char *what);

int serve(const char *peer)
{
    struct connection c;
    int status = -1;

    c.fd = -1;
    c.extra = NULL;
    c.peer = strdup(peer);
    if (c.peer == NULL)
        return -1;
    if (connection_setup(&c) == 0) {
        if (serve_trace)
            serve_trace(c.peer);
        printf("served %s\n", c.peer);
        connection_teardown(&c);
        status = 0;
    }
    free(c.peer);
    return status;
}
