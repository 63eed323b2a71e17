// A row is as long as there are rows.
// violates: valid-deref
#include <stdio.h>
#include <stdlib.h>

static void store(double *a, int columns, int i, int j, double x)
{
    a[i * columns + j] = x;
}

int main(void)
{
    int rows = getchar(), columns = getchar();

    if (rows < 1 || columns < 1)
        return 1;
    double *a = malloc(rows * columns * sizeof *a);
    if (!a)
        return 1;
    store(a, rows, rows - 1, columns - 1, 1);
    free(a);
    return 0;
}
