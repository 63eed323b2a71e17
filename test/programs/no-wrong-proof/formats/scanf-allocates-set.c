// `%m[…]` allocates, and sets the pointer only if something matches.
// violates: valid-free
// shown by: AddressSanitizer (with malloc_fill_byte)
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *p;
    sscanf("123", "%m[a-z]", &p);
    free(p);
    return 0;
}
