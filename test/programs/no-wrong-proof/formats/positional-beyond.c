// There is no third argument.
// violates: valid-deref
// shown by: C17 7.21.6.1p2: insufficient arguments
#include <stdio.h>

int main(void)
{
    printf("%3$s", "a", "b");
    return 0;
}
