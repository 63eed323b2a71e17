// The second `%ms` overwrites what the first has allocated.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *p = 0;
    if (sscanf("ab cd", "%ms", &p) == 1 && sscanf("ab cd", "%ms", &p) == 1)
        free(p);
    return 0;
}
