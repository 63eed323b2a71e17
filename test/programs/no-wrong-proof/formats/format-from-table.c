// Which format is used depends on the input.
// violates: valid-deref
// shown by: AddressSanitizer with two arguments
#include <stdio.h>

static const char *const table[] = { "%d\n", "%s\n" };

int main(int argc, char **argv)
{
    printf(table[argc % 2], 3);
    return 0;
}
