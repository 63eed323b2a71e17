// This program's own set-up allocates what the server's weak teardown does not free.
#include "hooks.h"
#include <stdlib.h>
#include <string.h>

struct extra {
    char *greeting;
};

int connection_setup(struct connection *c)
{
    struct extra *e = malloc(sizeof *e);

    if (e == NULL)
        return -1;
    e->greeting = strdup(c->peer);
    if (e->greeting == NULL) {
        free(e);
        return -1;
    }
    c->extra = e;
    return 0;
}

int main(int argc, char **argv)
{
    return serve(argc > 1 ? argv[1] : "localhost") < 0;
}
