// A function that is declared not to return jumps: the program goes on.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf place;

_Noreturn static void fail(void)
{
    longjmp(place, 1);
}

static void work(int n)
{
    int *p = malloc(sizeof *p);

    if (n > 0)
        fail();
    free(p);
}

int main(int argc, char **argv)
{
    if (setjmp(place) == 0)
        work(argc);
    return 0;
}
