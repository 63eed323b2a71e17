// A matrix is transposed, row by row.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    unsigned n, m;

    if (scanf("%u%u", &n, &m) != 2 || n == 0 || n > 64 || m == 0 || m > 64)
        return 1;
    int *a = calloc((size_t)n * m, sizeof *a);
    int *b = malloc((size_t)m * n * sizeof *b);
    if (a && b)
        for (unsigned i = 0; i < n; i++) {
            int *row = a + i * m;
            for (unsigned j = 0; j < m; j++)
                b[j * n + i] = row[j];
        }
    free(a);
    free(b);
    return 0;
}
