// Variadic functions of the program's own fill, free and print arguments that they do not name.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

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

static void say(const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

int main(void)
{
    int *x, *y;
    char *p = calloc(1, 8);

    init_multi(&x, &y, (int **)NULL);
    *x = *y;
    free_all(x, y, (void *)NULL);
    if (p)
        say("%s", p);
    free(p);
    return 0;
}
