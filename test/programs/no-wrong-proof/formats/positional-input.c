// `%2$d` writes through the second argument.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int a = 0, b = 0;
    char *p = malloc(1);
    sscanf("1 2", "%2$d %1$d", &a, &b);
    if (b == 1)
        p = 0;
    free(p);
    return 0;
}
