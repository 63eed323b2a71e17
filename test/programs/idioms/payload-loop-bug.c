// With a bug: each node owns a payload, which is freed in the loop before the node.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct header {
    char *name;
    char *value;
    struct header *next;
};

struct request {
    char *path;
    struct header *headers;
};

static char *copy_range(const char *from, const char *to)
{
    size_t n = (size_t)(to - from);
    char *s = malloc(n + 1);
    if (s == NULL)
        return NULL;
    memcpy(s, from, n);
    s[n] = '\0';
    return s;
}

static struct header *parse_header(const char *line)
{
    const char *colon = strchr(line, ':');
    struct header *h;

    if (colon == NULL)
        return NULL;
    h = malloc(sizeof *h);
    if (h == NULL)
        return NULL;
    h->name = copy_range(line, colon);
    h->value = copy_range(colon + 1, line + strlen(line));
    h->next = NULL;
    if (h->name == NULL || h->value == NULL) {
        free(h->name);
        free(h->value);
        free(h);
        return NULL;
    }
    return h;
}

void request_free(struct request *r)
{
    struct header *h, *next;

    if (r == NULL)
        return;
    for (h = r->headers; h != NULL; h = next) {
        next = h->next;
        free(h->name);
        free(h); // WARN(leak)
    }
    free(r->path);
    free(r);
}

struct request *request_parse(const char *path, const char *const *lines, size_t count)
{
    struct request *r = calloc(1, sizeof *r);

    if (r == NULL)
        return NULL;
    r->path = strdup(path);
    if (r->path == NULL)
        goto fail;
    for (size_t i = 0; i < count; i++) {
        struct header *h = parse_header(lines[i]);
        if (h == NULL)
            goto fail;
        h->next = r->headers;
        r->headers = h;
    }
    return r;
fail:
    request_free(r);
    return NULL;
}
