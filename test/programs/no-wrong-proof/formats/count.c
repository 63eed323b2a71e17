// `%n` writes an int.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 0;
    char out[8];
    char *p = malloc(1);
    snprintf(out, sizeof out, "abc%n", &n);
    if (n == 3)
        p = 0;
    free(p);
    return 0;
}
