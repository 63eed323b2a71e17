// The jump takes the stack back to where it was: the memory of alloca is gone.
// violates: valid-deref
// shown by: C17 7.13.2.1: longjmp restores the environment, and with it the stack
#include <alloca.h>
#include <setjmp.h>

static jmp_buf place;
static int *last;

static void fail(void)
{
    longjmp(place, 1);
}

int main(void)
{
    if (setjmp(place) == 0) {
        last = alloca(sizeof *last);
        *last = 0;
        fail();
    }
    return *last;
}
