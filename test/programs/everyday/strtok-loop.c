// The words of a line.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[128];

    if (!fgets(line, sizeof line, stdin))
        return 1;
    for (char *word = strtok(line, " \t\n"); word; word = strtok(NULL, " \t\n"))
        puts(word);
    return 0;
}
