// There is no room for the terminator.
// violates: valid-deref
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = snprintf(NULL, 0, "%d arguments", argc);

    if (n < 0)
        return 1;
    char *text = malloc((size_t)n);
    if (!text)
        return 1;
    snprintf(text, (size_t)n + 1, "%d arguments", argc);
    puts(text);
    free(text);
    return 0;
}
