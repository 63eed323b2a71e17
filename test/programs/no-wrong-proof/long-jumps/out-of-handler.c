// A handler of a signal jumps out of the function that holds the memory.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

static sigjmp_buf place;

static void interrupt(int number)
{
    siglongjmp(place, number);
}

static void work(void)
{
    int *p = malloc(sizeof *p);

    raise(SIGUSR1);
    free(p);
}

int main(void)
{
    signal(SIGUSR1, interrupt);
    if (sigsetjmp(place, 1) == 0)
        work();
    return 0;
}
