// A character is searched for, and what is found is used.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[80];

    if (!fgets(line, sizeof line, stdin))
        return 1;
    char *end = strchr(line, '\n');
    if (end)
        *end = '\0';
    puts(line);
    return 0;
}
