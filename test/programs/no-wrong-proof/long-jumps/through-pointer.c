// The function behind the pointer jumps over the free.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf place;

static void fail(int n)
{
    longjmp(place, n);
}

static void ignore(int n)
{
    (void)n;
}

static void (*const handlers[])(int) = { ignore, fail };

static void work(int n)
{
    int *p = malloc(sizeof *p);

    handlers[n](n);
    free(p);
}

int main(int argc, char **argv)
{
    if (setjmp(place) == 0)
        work(argc > 0);
    return 0;
}
