// An array of pointers grows; what it points to is freed through the new one.
#include <stdlib.h>

int main(void)
{
    int **old = malloc(2 * sizeof *old);
    old[0] = malloc(sizeof **old);
    old[1] = malloc(sizeof **old);
    int **new = realloc(old, 3 * sizeof *new);
    new[2] = NULL;
    free(new[0]);
    free(new[1]);
    free(new);
    return 0;
}
