// `%s` writes as much as there is.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdio.h>

int main(void)
{
    char text[4];
    sscanf("abcdefgh", "%s", text);
    return 0;
}
