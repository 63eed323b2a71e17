// The jump is called through a pointer.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <setjmp.h>
#include <stdlib.h>

typedef void (*jump)(struct __jmp_buf_tag *, int);

static jmp_buf place;
static jump away = longjmp;

static void work(void)
{
    int *p = malloc(sizeof *p);

    away(place, 1);
    free(p);
}

int main(void)
{
    if (setjmp(place) == 0)
        work();
    return 0;
}
