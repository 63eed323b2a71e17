// The last row is one too far.
// violates: valid-deref
#include <stdio.h>

int main(void)
{
    int n;

    if (scanf("%d", &n) != 1 || n < 1 || n > 20)
        return 1;
    int a[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = i + j;
    return a[n][0];
}
