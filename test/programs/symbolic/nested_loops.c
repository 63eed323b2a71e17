// A counter that two nested loops increment.
// INPUTS: n
// WHEN(leak): n >= 3 and n <= 50
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int count = 0;
    if (n > 50)
        return 0;
    char *p = malloc(4);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            count++;
    if (count >= 7)
        return 1;
    free(p);
    return 0;
}
