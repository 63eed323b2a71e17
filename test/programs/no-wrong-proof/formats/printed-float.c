// `%f` prints hundreds of digits of a large number.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdio.h>

int main(void)
{
    char out[32];
    sprintf(out, "%f", 1e300);
    return 0;
}
