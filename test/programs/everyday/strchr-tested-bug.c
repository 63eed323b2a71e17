// What is found is used without a test.
// violates: valid-deref
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[80];

    if (!fgets(line, sizeof line, stdin))
        return 1;
    char *end = strchr(line, '\n');
    *end = '\0';
    puts(line);
    return 0;
}
