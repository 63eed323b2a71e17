// `%m[…]` leaves null behind where nothing matches.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *p = malloc(1);
    sscanf("123", "%m[a-z]", &p);
    free(p);
    return 0;
}
