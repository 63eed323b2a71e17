// A walk over the command line to its end.
// INPUTS:
// WHEN(leak): argc > 2
#include <stdlib.h>

int main(int argc, char **argv)
{
    char *p = malloc(4);
    int words = 0;
    while (argv[words])
        words++;
    if (words > 2)
        return 1;
    free(p);
    return 0;
}
