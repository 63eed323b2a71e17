// The fields of a copy of a line, empty ones too, are counted by another function.
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int count(char *text)
{
    int n = 0;
    char *rest = text, *field;

    while ((field = strsep(&rest, ",")) != NULL)
        if (*field)
            n++;
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
