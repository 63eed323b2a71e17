// Memory that grows keeps the pointers in it.
#include <stdlib.h>

int main(void)
{
    int **table = malloc(2 * sizeof *table);
    int **larger;
    if (table == NULL)
        exit(1);
    table[0] = NULL;
    table[1] = malloc(sizeof **table);
    larger = realloc(table, 4 * sizeof *table);
    if (larger == NULL)
        exit(1);
    free(larger[1]);
    larger[0] = malloc(sizeof **table);
    free(larger); // WARN(leak)
    return 0;
}
