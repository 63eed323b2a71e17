// A number that is read decides whether the pointer is still there.
// violates: valid-memtrack
// shown by: LeakSanitizer with input "5"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 0;
    char *q = malloc(1);
    scanf("%d", &n);
    if (n == 5)
        q = 0;
    free(q);
    return 0;
}
