// What a variadic function does to arguments that it does not name: takes them one by one, scans into them, or prints them.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>

static void init_multi(int **first, ...)
{
    va_list more;

    va_start(more, first);
    for (int **p = first; p; p = va_arg(more, int **)) {
        *p = calloc(1, sizeof **p);
        if (!*p)
            exit(1);
    }
    va_end(more);
}

int filled(void)
{
    int *x, *y;

    init_multi(&x, &y, (int **)NULL);
    int sum = *x + *y;
    free(x);
    free(y);
    return sum;
}

static void vfree_all(va_list list)
{
    for (void *p = va_arg(list, void *); p; p = va_arg(list, void *))
        free(p);
}

static void free_all(void *first, ...)
{
    va_list list;

    free(first);
    va_start(list, first);
    vfree_all(list);
    va_end(list);
}

int freed(void)
{
    char *p = malloc(1), *q = malloc(1);

    free_all(p, q, (void *)NULL);
    return 0;
}

int scanned(void)
{
    int *p;
    char *word;

    if (scanf("%p", (void **)&p) != 1)
        return 0;
    if (scanf("%ms", &word) == 1)
        free(word);
    return *p;
}

int scanned_and_lost(void)
{
    char *word;

    if (sscanf("a", "%ms", &word) != 1)
        return 1;
    return word[0]; // WARN(leak)
}

int not_scanned(void)
{
    char *word;

    sscanf("a", "%ms", &word);
    free(word); // WARN(uninitialized-pointer)
    return 0;
}

int asked(int fd)
{
    struct winsize size;
    int *row = NULL;

    if (ioctl(fd, TIOCGWINSZ, &size) < 0)
        return 0;
    ioctl(fd, TIOCGWINSZ, &row);
    return *row;
}
