// With a bug: a field is freed and given a new value at once, so that it never dangles.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct config {
    char *host;
    char *path;
    int port;
};

struct config *config_new(void)
{
    struct config *c = calloc(1, sizeof *c);
    if (c != NULL)
        c->port = 80;
    return c;
}

void config_free(struct config *c)
{
    if (c == NULL)
        return;
    free(c->host);
    free(c->path);
    free(c);
}

int config_set_host(struct config *c, const char *host)
{
    free(c->host);
    c->host = NULL;
    if (host[0] == '\0')
        return 0;
    c->host = strdup(host);
    return c->host == NULL ? -ENOMEM : 0;
}

int config_set_path(struct config *c, const char *path)
{
    free(c->path);
    if (path[0] != '/')
        return -EINVAL;
    c->path = strdup(path);
    return c->path == NULL ? -ENOMEM : 0;
}

int main(int argc, char **argv)
{
    struct config *c = config_new();
    int status = 1;

    if (c == NULL)
        return 1;
    if (config_set_host(c, "localhost") < 0 || config_set_path(c, "/index") < 0)
        goto out;
    if (config_set_path(c, argc > 1 ? argv[1] : "relative") < 0)
        goto out;
    printf("%s:%d%s\n", c->host, c->port, c->path);
    status = 0;
out:
    config_free(c); // WARN(double-free)
    return status;
}
