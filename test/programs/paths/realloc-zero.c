// realloc(p, 0) frees the memory and returns null.
#include <stdlib.h>

int main(void)
{
    char *p = malloc(4);
    char *q;
    if (p == NULL)
        return 1;
    q = realloc(p, 0);
    if (q == NULL)
        free(p); // WARN(double-free)
    else
        free(q);
    return 0;
}
