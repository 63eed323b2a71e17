// The comparison jumps out of qsort, with memory in its hands.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf place;

static int compare(const void *a, const void *b)
{
    int *p = malloc(sizeof *p);

    if (*(const int *)a > *(const int *)b)
        longjmp(place, 1);
    free(p);
    return *(const int *)a < *(const int *)b ? -1 : 0;
}

int main(void)
{
    static int numbers[] = { 3, 1, 2 };

    if (setjmp(place) == 0)
        qsort(numbers, 3, sizeof numbers[0], compare);
    return 0;
}
