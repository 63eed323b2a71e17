// `%4s` writes five bytes: the terminator is not counted.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdio.h>

int main(void)
{
    char text[4];
    sscanf("abcdefgh", "%4s", text);
    return 0;
}
