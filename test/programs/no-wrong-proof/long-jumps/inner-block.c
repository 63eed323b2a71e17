// The jump leaves the block of the variable that the pointer leads to.
// violates: valid-deref
// shown by: C17 6.2.4: the lifetime of n ends with its block
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
        int n = 1;
        last = &n;
        fail();
    }
    return *last;
}
