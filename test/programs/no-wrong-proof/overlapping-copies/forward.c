// What is moved up keeps its order.
// violates: valid-deref
// shown by: AddressSanitizer
#include <string.h>

int main(void)
{
    unsigned char b[16] = { 127, 128, 1, 97, 2, 2, 2, 2, 0, 0, 1, 97, 98, 0, 0, 97 };
    memmove(b + 1, b, 3);
    if (b[2] == 128)
        *(volatile char *)0 = 1;
    return 0;
}
