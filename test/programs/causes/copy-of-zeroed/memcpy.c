// memcpy of a cleared record over one whose members were freed.
#include <stdlib.h>
#include <string.h>

struct session {
    char *user, *host;
};

static void logout(struct session *s)
{
    struct session none;
    memset(&none, 0, sizeof none);
    free(s->user);
    free(s->host);
    memcpy(s, &none, sizeof none);
}

int stale(struct session *s)
{
    logout(s);
    return s->user != NULL && *s->user; // NOWARN
}
