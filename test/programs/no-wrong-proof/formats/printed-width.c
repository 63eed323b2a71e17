// A width makes it longer.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdio.h>

int main(void)
{
    char out[12];
    sprintf(out, "%20d", 1);
    return 0;
}
