// The block of the variable stands before the setjmp, but runs after it.
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
    goto fill;
work: {
        int n = 1;
        last = &n;
        fail();
        return 0;
    }
fill:
    if (setjmp(place) == 0)
        goto work;
    return *last;
}
