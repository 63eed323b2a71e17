// `%n` of scanf writes too, and is not counted.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 0, x = 0;
    char *p = malloc(1);
    if (sscanf("12", "%d%n", &x, &n) == 1 && n == 2)
        p = 0;
    free(p);
    return 0;
}
