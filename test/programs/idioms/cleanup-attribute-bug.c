// With a bug: variables that free what they own on every exit from their scope, and a way to take ownership from them.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void free_pointer(void *p)
{
    free(*(void **)p);
}

static inline void close_file(FILE **f)
{
    if (*f != NULL)
        fclose(*f);
}

#define auto_free __attribute__((cleanup(free_pointer)))
#define auto_close __attribute__((cleanup(close_file)))

static inline void *steal(void *pointer)
{
    void **p = pointer;
    void *taken = *p;
    *p = NULL;
    return taken;
}

/* The last line of a file that is not empty. */
int last_line(const char *path, char **out)
{
    auto_close FILE *f = fopen(path, "r");
    auto_free char *last = NULL;
    char buffer[256];

    if (f == NULL)
        return -errno;
    while (fgets(buffer, sizeof buffer, f) != NULL) {
        auto_free char *line = strdup(buffer);
        if (line == NULL)
            return -ENOMEM;
        if (line[0] == '\n')
            continue;
        last = steal(&line); // WARN(leak)
    }
    if (last == NULL)
        return -ENOENT;
    *out = steal(&last);
    return 0;
}

int copy_upper(const char *text, char **out)
{
    auto_free char *copy = strdup(text);

    if (copy == NULL)
        return -ENOMEM;
    for (char *p = copy; *p; p++) {
        if (*p == '?')
            return -EINVAL;
        if (*p >= 'a' && *p <= 'z')
            *p -= 'a' - 'A';
    }
    *out = steal(&copy);
    return 0;
}
