// The edit distance of two lines: a table with one row and one column more than there are characters.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char s[40], t[60];

    if (!fgets(s, sizeof s, stdin) || !fgets(t, sizeof t, stdin))
        return 1;
    size_t n = strlen(s), m = strlen(t);
    int d[n + 1][m + 1];
    for (size_t i = 0; i <= n; i++)
        d[i][0] = i;
    for (size_t j = 0; j <= m; j++)
        d[0][j] = j;
    for (size_t i = 1; i <= n; i++)
        for (size_t j = 1; j <= m; j++) {
            int best = d[i - 1][j - 1] + (s[i - 1] != t[j - 1]);
            if (d[i - 1][j] + 1 < best)
                best = d[i - 1][j] + 1;
            if (d[i][j - 1] + 1 < best)
                best = d[i][j - 1] + 1;
            d[i][j] = best;
        }
    return d[n][m];
}
