// A variadic function of the program's own frees what it gets.
// violates: valid-free
// shown by: AddressSanitizer
#include <stdarg.h>
#include <stdlib.h>

static void free_all(int n, ...)
{
    va_list list;
    va_start(list, n);
    while (n-- > 0)
        free(va_arg(list, void *));
    va_end(list);
}

int main(void)
{
    char *p = malloc(1), *q = malloc(1);
    free_all(2, p, q);
    free(q);
    return 0;
}
