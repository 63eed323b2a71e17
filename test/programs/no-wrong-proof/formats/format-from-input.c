// The format comes from outside.
// violates: valid-deref
// shown by: AddressSanitizer with the argument "%s%s%s%s%s%s"
#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc > 1)
        printf(argv[1]);
    return 0;
}
