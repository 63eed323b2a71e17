// The handler uses what is freed by then.
// violates: valid-deref
#include <stdio.h>
#include <stdlib.h>

static int *shared;

static void goodbye(void)
{
    printf("%d\n", *shared);
}

int main(void)
{
    shared = calloc(1, sizeof *shared);
    if (!shared || atexit(goodbye) != 0)
        return 1;
    free(shared);
    return 0;
}
