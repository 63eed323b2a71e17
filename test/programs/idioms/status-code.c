// A function returns a status and stores its result through a pointer: status 0 means success.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct session {
    char *user;
    int port;
};

static int parse_port(const char *s, int *port)
{
    char *end;
    long n;

    errno = 0;
    n = strtol(s, &end, 10);
    if (errno != 0 || end == s || *end != '\0' || n < 1 || n > 65535)
        return -EINVAL;
    *port = (int)n;
    return 0;
}

static void session_close(struct session *s)
{
    if (s == NULL)
        return;
    free(s->user);
    free(s);
}

/* 0 and a session, or a negative errno and no session. */
static int session_open(const char *user, const char *port, struct session **out)
{
    struct session *s;
    int status;

    *out = NULL;
    if (user[0] == '\0')
        return -EINVAL;
    s = calloc(1, sizeof *s);
    if (s == NULL)
        return -ENOMEM;
    s->user = strdup(user);
    if (s->user == NULL) {
        status = -ENOMEM;
        goto fail;
    }
    status = parse_port(port, &s->port);
    if (status < 0)
        goto fail;
    *out = s;
    return 0;
fail:
    session_close(s);
    return status;
}

int main(int argc, char **argv)
{
    struct session *s;
    int status = session_open(argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : "22", &s);

    if (status < 0) {
        fprintf(stderr, "cannot open a session: %s\n", strerror(-status));
        return 1;
    }
    printf("%s at port %d\n", s->user, s->port);
    session_close(s);
    return 0;
}
