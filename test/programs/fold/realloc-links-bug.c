// An array of pointers shrinks, and the last one is lost.
#include <stdlib.h>

int main(void)
{
    int **old = malloc(2 * sizeof *old);
    old[0] = malloc(sizeof **old);
    old[1] = malloc(sizeof **old);
    int **new = realloc(old, sizeof *new); // WARN(leak)
    free(new[0]);
    free(new);
    return 0;
}
