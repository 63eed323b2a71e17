// `%d` of scanf wants an address.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdio.h>

int main(void)
{
    int x = 7;
    sscanf("1", "%d", x);
    return x;
}
