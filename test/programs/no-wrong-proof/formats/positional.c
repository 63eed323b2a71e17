// `%2$s` is the second argument.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdio.h>

int main(void)
{
    char text[2] = { 'a', 'b' };
    char out[64];
    snprintf(out, sizeof out, "%2$s %1$d", 1, text);
    return 0;
}
