// The buffer is lost when the second file cannot be opened.
// INPUTS:
// OPENS: first second
// WHEN(leak): succeeds(fopen 1) and fails(fopen 2)
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    FILE *in = fopen("first", "r");
    if (!in)
        return 1;
    char *buffer = malloc(64);
    FILE *more = fopen("second", "r");
    fclose(in);
    if (!more)
        return 1;
    fclose(more);
    free(buffer);
    return 0;
}
