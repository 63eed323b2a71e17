// Nobody has filled the buffer if there are arguments.
// violates: valid-deref
// shown by: C17 7.13.2.1: the behaviour is undefined if there has been no invocation of setjmp
#include <setjmp.h>

static jmp_buf place;

int main(int argc, char **argv)
{
    if (argc < 2 && setjmp(place) != 0)
        return 1;
    longjmp(place, 1);
}
