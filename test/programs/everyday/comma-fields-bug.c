// Behind the last field there is none.
// violates: valid-deref
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int count(char *text)
{
    int n = 0;
    char *rest = text, *field;

    do {
        field = strsep(&rest, ",");
        if (*field)
            n++;
    } while (*field);
    return n;
}

int main(void)
{
    char line[64];

    if (!fgets(line, sizeof line, stdin))
        return 1;
    char *copy = strdup(line);
    if (!copy)
        return 1;
    printf("%d fields in %s", count(copy), line);
    free(copy);
    return 0;
}
