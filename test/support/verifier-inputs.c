/* Inputs of verification tasks, read from the standard input: for programs that are compiled and run. */
#include <stdio.h>

__attribute__((weak)) int __VERIFIER_nondet_int(void)
{
    int n = 0;
    return scanf("%d", &n) == 1 ? n : 0;
}
