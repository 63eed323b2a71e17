// Fewer pointers than the format asks for.
// violates: valid-deref
// shown by: C17 7.21.6.2p2: insufficient arguments
#include <stdio.h>

int main(void)
{
    int a = 0;
    sscanf("1 2", "%d %d", &a);
    return a;
}
