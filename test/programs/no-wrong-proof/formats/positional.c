// `%2$s` is the second argument.
// violates: valid-deref
// shown by: POSIX.1-2017 fprintf: `%2$s` is given the second argument, which must be a string
#include <stdio.h>

int main(void)
{
    char text[2] = { 'a', 'b' };
    char out[64];
    snprintf(out, sizeof out, "%2$s %1$d", 1, text);
    return 0;
}
