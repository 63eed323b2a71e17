// The same, with an access past the end.
#include <stdlib.h>

int main(void)
{
    int *heap = malloc(10 * sizeof *heap);
    for (int i = 0; i <= 10; i++)
        heap[i] = 2 * i; // WARN(out-of-bounds)
    free(heap);
    return 0;
}
