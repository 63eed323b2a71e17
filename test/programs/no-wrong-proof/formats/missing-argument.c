// Fewer arguments than the format asks for.
// violates: valid-deref
// shown by: C17 7.21.6.1p2: insufficient arguments
#include <stdio.h>

int main(void)
{
    printf("%s %s\n", "a");
    return 0;
}
