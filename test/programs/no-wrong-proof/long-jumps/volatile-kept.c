// A volatile variable keeps what it got before the jump.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf place;

static void fail(void)
{
    longjmp(place, 1);
}

int main(void)
{
    int *volatile p = NULL;

    if (setjmp(place) == 0) {
        p = malloc(sizeof *p);
        fail();
        free(p);
    }
    p = NULL;
    return 0;
}
