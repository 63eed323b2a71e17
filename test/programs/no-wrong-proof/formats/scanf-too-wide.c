// `%ld` writes eight bytes.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdio.h>

int main(void)
{
    int n[1];
    sscanf("5", "%ld", (long *)n);
    return n[0];
}
