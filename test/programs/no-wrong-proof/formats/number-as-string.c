// `%s` of a number.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdio.h>

int main(void)
{
    int x = 7;
    printf("%s", x);
    return 0;
}
