// sprintf writes what the format makes.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdio.h>

int main(int argc, char **argv)
{
    char out[4];
    sprintf(out, "%d", argc + 100000);
    return 0;
}
