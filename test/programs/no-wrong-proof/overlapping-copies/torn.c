// Numbers are moved by less than their size.
// violates: valid-deref
// shown by: AddressSanitizer
#include <string.h>

int main(void)
{
    int n[3] = { 1, 2, 3 };
    memmove((char *)n + 2, n, 8);
    if (n[1] == 0x20000)
        *(volatile char *)0 = 1;
    return 0;
}
