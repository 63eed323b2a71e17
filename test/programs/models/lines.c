// getline allocates and grows its buffer, asprintf and open_memstream allocate theirs.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

long freed(void)
{
    char *line = NULL;
    size_t room = 0;
    long total = 0;
    ssize_t n;

    while ((n = getline(&line, &room, stdin)) > 0)
        total += n;
    free(line);
    return total;
}

long not_freed(void)
{
    char *line = NULL;
    size_t room = 0;

    return getline(&line, &room, stdin); // WARN(leak)
}

void printed(int n)
{
    char *s;

    if (asprintf(&s, "%d", n) < 0)
        return;
    puts(s);
    free(s);
}

int printed_and_kept(int n)
{
    char *s;
    int length = asprintf(&s, "%d", n);

    if (length < 0)
        return -1;
    return length; // WARN(leak)
}

void printed_twice(int n)
{
    char *s;

    if (asprintf(&s, "%d", n) < 0)
        return;
    if (asprintf(&s, "%d", n + 1) < 0) // WARN(leak)
        return;
    free(s);
}

void in_memory(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);

    if (f == NULL)
        return;
    fputs("text", f);
    fclose(f);
    free(text);
}

void in_memory_kept(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);

    if (f == NULL)
        return;
    fclose(f);
} // WARN(leak)
