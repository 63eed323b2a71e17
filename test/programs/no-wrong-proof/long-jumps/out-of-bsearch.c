// The comparison jumps out of bsearch, with memory in its hands.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf place;

static int compare(const void *key, const void *element)
{
    int *p = malloc(sizeof *p);

    if (key != element)
        longjmp(place, 1);
    free(p);
    return 0;
}

int main(void)
{
    static int numbers[1];
    static int key;

    if (setjmp(place) == 0)
        bsearch(&key, numbers, 1, sizeof numbers[0], compare);
    return 0;
}
