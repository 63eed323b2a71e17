// `%ms` allocates.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <stdio.h>

int main(void)
{
    char *p = 0;
    sscanf("abc", "%ms", &p);
    return 0;
}
