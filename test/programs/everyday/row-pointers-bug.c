// The last row of the result is taken for one of the matrix.
// violates: valid-deref
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = getchar(), m = getchar();

    if (n < 1 || m < 1)
        return 1;
    int *a = calloc((size_t)n * m, sizeof *a);
    if (!a)
        return 1;
    int *row = a + (m - 1) * n;
    int last = row[m - 1];
    free(a);
    return last;
}
