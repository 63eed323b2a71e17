// scanf behind a pointer.
// violates: valid-memtrack
// shown by: LeakSanitizer with input "5"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int (*in)(const char *, ...) = scanf;
    int n = 0;
    char *q = malloc(1);
    in("%d", &n);
    if (n == 5)
        q = 0;
    free(q);
    return 0;
}
