// A handler runs when the program ends.
#include <stdio.h>
#include <stdlib.h>

static void goodbye(void)
{
    puts("goodbye");
}

int main(void)
{
    if (atexit(goodbye) != 0)
        return 1;
    int *p = malloc(sizeof *p);
    if (!p)
        return 1;
    *p = 1;
    free(p);
    return 0;
}
