// A loss on a path that later tests contradict.
#include <stdlib.h>

int pick(int n)
{
    char *p = NULL;
    if (n == 1)
        p = malloc(4);
    int had = p != NULL;
    if (n != 1)
        free(p);
    p = NULL; // WARN(leak)
    return had;
}
