// The jump leaves all calls of the function, each with a block of its own.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf place;

static void descend(int depth)
{
    int *p = malloc(sizeof *p);

    if (depth == 0) {
        free(p);
        longjmp(place, 1);
    }
    descend(depth - 1);
    free(p);
}

int main(void)
{
    if (setjmp(place) == 0)
        descend(3);
    return 0;
}
