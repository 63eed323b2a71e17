// This program's own hooks allocate and free what the server's weak ones do not have.
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

void connection_teardown(struct connection *c)
{
    struct extra *e = c->extra;

    free(e->greeting);
    free(e);
    c->extra = NULL;
}

int main(int argc, char **argv)
{
    return serve(argc > 1 ? argv[1] : "localhost") < 0;
}
