// `%.3s` need not find a terminator, `%.5s` must.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdio.h>

int main(void)
{
    char text[4] = { 'a', 'b', 'c', 'd' };
    printf("%.3s", text);
    printf("%.5s", text);
    return 0;
}
