// String literals have a known length; a copy has the same, and a bounded read of one stops there.
#include <stdlib.h>
#include <string.h>

int main(void)
{
    const char *word = "hello";
    char *copy = malloc(strlen(word) + 1);
    char line[16];
    char *twin = strdup("twin");

    if (copy == NULL || twin == NULL)
        abort();
    strcpy(copy, word);
    strcpy(line, copy);
    strcat(line, " world");
    if (strlen(line) > 15)
        line[15] = 0;
    strncpy(line, "short", sizeof line);
    line[sizeof line - 1] = 0;
    if (strncmp(line, "other", 10) == 0)
        line[strlen(line)] = 0;
    twin[4] = 0;
    free(twin);
    free(copy);
    return 0;
}
