// `%ln` writes eight bytes.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdio.h>

int main(void)
{
    int n[1];
    char out[8];
    sprintf(out, "abc%ln", (long *)n);
    return 0;
}
