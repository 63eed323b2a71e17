// A variadic function of the program's own writes through its arguments.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <stdarg.h>
#include <stdlib.h>

static void init_multi(int **first, ...)
{
    va_list list;
    va_start(list, first);
    for (int **p = first; p; p = va_arg(list, int **))
        *p = malloc(sizeof **p);
    va_end(list);
}

int main(void)
{
    int *a = 0, *b = 0;
    init_multi(&a, &b, (int **)0);
    free(a);
    return 0;
}
