// The second word may be missing.
// violates: valid-deref
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[128];

    if (!fgets(line, sizeof line, stdin))
        return 1;
    char *word = strtok(line, " \t\n");
    word = strtok(NULL, " \t\n");
    return word[0];
}
