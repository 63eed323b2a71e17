// `%hhn` writes one byte.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    signed char n = 0;
    char *p = malloc(1);
    printf("abc%hhn\n", &n);
    if (n == 3)
        p = 0;
    free(p);
    return 0;
}
