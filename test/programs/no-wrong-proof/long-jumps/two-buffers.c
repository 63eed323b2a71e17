// The jump goes to the outer buffer: the inner handler does not see it.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf outer, inner;
static int *held;

static void work(void)
{
    held = malloc(sizeof *held);
    if (setjmp(inner) == 0)
        longjmp(outer, 1);
    free(held);
}

int main(void)
{
    if (setjmp(outer) == 0)
        work();
    held = NULL;
    return 0;
}
