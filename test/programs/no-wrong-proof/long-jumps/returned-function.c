// The function that has filled the buffer has returned before the jump.
// violates: valid-deref
// shown by: C17 7.13.2.1: the behaviour is undefined if the function with the setjmp has terminated
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf place;

static int fill(void)
{
    return setjmp(place);
}

int main(void)
{
    int *p = malloc(sizeof *p);

    if (!p)
        return 1;
    if (fill() == 0)
        longjmp(place, 1);
    free(p);
    return 0;
}
