// `%p` overwrites a pointer.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    void *p = malloc(8);
    sscanf("0x0", "%p", &p);
    free(p);
    return 0;
}
