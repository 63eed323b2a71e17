// A number is read, and what follows it is looked at.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char line[64], *end;

    if (!fgets(line, sizeof line, stdin))
        return 1;
    long n = strtol(line, &end, 10);
    if (end == line || *end != '\n')
        return 1;
    printf("%ld\n", n);
    return 0;
}
