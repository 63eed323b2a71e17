// The format is a variable's content.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdio.h>

int main(void)
{
    char format[] = "%s";
    printf(format, 1);
    return 0;
}
