// The table has no row for the empty line.
// violates: valid-deref
#include <stdio.h>
#include <string.h>

int main(void)
{
    char s[40], t[60];

    if (!fgets(s, sizeof s, stdin) || !fgets(t, sizeof t, stdin))
        return 1;
    size_t n = strlen(s), m = strlen(t);
    int d[n][m + 1];
    d[n][m] = 0;
    return d[n][m];
}
