// Every call fills the one buffer; the jump goes to the last that did, which has returned.
// violates: valid-deref
// shown by: C17 7.13.2.1: the behaviour is undefined if the function with the setjmp has terminated
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf place;

static void descend(int depth)
{
    if (setjmp(place) != 0)
        return;
    if (depth > 0)
        descend(depth - 1);
    if (depth == 1)
        longjmp(place, 1);
}

int main(void)
{
    descend(1);
    return 0;
}
