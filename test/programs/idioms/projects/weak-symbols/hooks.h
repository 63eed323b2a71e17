#ifndef HOOKS_H
#define HOOKS_H

struct connection {
    int fd;
    char *peer;
    void *extra;
};

/* Defined weakly in server.c; a program may define its own. */
int connection_setup(struct connection *c);
void connection_teardown(struct connection *c);

int serve(const char *peer);

#endif
