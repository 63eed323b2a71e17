// A variadic function of the program's own changes a number.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <stdarg.h>
#include <stdlib.h>

static void set(int n, ...)
{
    va_list list;
    va_start(list, n);
    *va_arg(list, int *) = n;
    va_end(list);
}

int main(void)
{
    int n = 0;
    char *p = malloc(1);
    set(5, &n);
    if (n == 5)
        p = 0;
    free(p);
    return 0;
}
