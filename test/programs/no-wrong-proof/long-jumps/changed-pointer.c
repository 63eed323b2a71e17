// The pointer has changed between setjmp and longjmp, and is not volatile: its value is indeterminate.
// violates: valid-free
// shown by: C17 7.13.2.1: changed objects of automatic storage that are not volatile are indeterminate
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf place;

static void fail(void)
{
    longjmp(place, 1);
}

int main(void)
{
    int *p = NULL;

    if (setjmp(place) == 0) {
        p = malloc(sizeof *p);
        fail();
    }
    free(p);
    return 0;
}
