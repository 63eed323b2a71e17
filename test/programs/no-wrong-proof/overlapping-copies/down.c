// Pointers are moved down by one: the first one is lost.
// violates: valid-free
// shown by: AddressSanitizer
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *all[3] = { malloc(1), malloc(2), malloc(3) };
    char *first = all[0];
    memmove(all, all + 1, 2 * sizeof *all);
    free(first);
    free(all[0]);
    free(all[1]);
    free(all[2]);
    return 0;
}
