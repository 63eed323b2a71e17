// Pointers are moved up by one: the last one is lost.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *all[3] = { malloc(1), malloc(2), malloc(3) };
    memmove(all + 1, all, 2 * sizeof *all);
    free(all[1]);
    free(all[2]);
    return 0;
}
