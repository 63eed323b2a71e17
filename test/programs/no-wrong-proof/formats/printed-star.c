// A width that is an argument.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdio.h>

int main(int argc, char **argv)
{
    char out[12];
    sprintf(out, "%*d", argc * 100, 1);
    return 0;
}
