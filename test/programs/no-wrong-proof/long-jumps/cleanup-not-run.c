// A jump does not run the cleanup functions of what it leaves.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf place;
static int *held;

static void release(int *unused)
{
    free(held);
}

static void work(void)
{
    __attribute__((cleanup(release))) int unused = 0;

    held = malloc(sizeof *held);
    longjmp(place, 1);
}

int main(void)
{
    if (setjmp(place) == 0)
        work();
    held = NULL;
    return 0;
}
