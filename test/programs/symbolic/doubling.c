// The buffer grows by doubling; the old one is lost.
// INPUTS: n
// WHEN(leak): n >= 2 and n <= 1000000
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 1000000)
        return 0;
    int capacity = 1;
    char *buffer = malloc(1);
    while (capacity < n) {
        capacity = capacity * 2;
        char *larger = malloc(capacity);
        buffer = larger;
    }
    free(buffer);
    return 0;
}
