// Two arrays of ten numbers, one on the stack and one on the heap, filled by index and read through a moving pointer.
#include <stdlib.h>

int main(void)
{
    int stack[10];
    int *heap = malloc(10 * sizeof *heap);
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        stack[i] = i;
        heap[i] = 2 * i;
    }
    for (int i = 9; i >= 0; i--)
        sum += heap[i] - stack[i];
    free(heap);
    return sum;
}
