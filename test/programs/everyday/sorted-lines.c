// Lines are sorted backwards, as many as there are, and freed from the last to the first.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int backwards(const void *a, const void *b)
{
    return strcmp(*(char *const *)b, *(char *const *)a);
}

int main(void)
{
    char line[80];
    char *all[6];
    int n = 0;

    while (n < 6 && fgets(line, sizeof line, stdin)) {
        all[n] = strdup(line);
        if (!all[n])
            abort();
        n++;
    }
    if (n > 1)
        qsort(all, n, sizeof all[0], backwards);
    while (n > 0) {
        n--;
        fputs(all[n], stdout);
        free(all[n]);
    }
    return 0;
}
