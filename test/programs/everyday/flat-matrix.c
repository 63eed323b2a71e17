// A matrix in one block, with rows one after the other; another function stores an element.
#include <stdio.h>
#include <stdlib.h>

static void store(double *a, int columns, int i, int j, double x)
{
    a[i * columns + j] = x;
}

int main(void)
{
    int rows, columns;
    double sum = 0;

    if (scanf("%d %d", &rows, &columns) != 2 || rows < 1 || rows > 100 || columns < 1 || columns > 50)
        return 1;
    double *a = malloc(rows * columns * sizeof *a);
    if (!a)
        return 1;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            store(a, columns, i, j, i == j);
    for (int k = 0; k < rows * columns; k++)
        sum += a[k];
    free(a);
    return sum > 3;
}
