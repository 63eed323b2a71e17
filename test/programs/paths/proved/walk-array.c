// A pointer walks through a heap array of unknown length, up to an end that is computed from it.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    size_t bytes = n * sizeof(int);
    int *a = malloc(bytes);
    if (!a)
        return 1;
    int *end = a + n;
    for (int *p = a; p < end; p++)
        *p = 1;
    int sum = 0;
    for (int *p = end; p > a; ) {
        p--;
        sum += *p;
    }
    for (int *p = a; p != end; p++)
        sum += *p;
    free(a);
    return sum;
}
