// The jump loses what is allocated in between.
// violates: valid-memtrack
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf handler;

static void check(int n)
{
    int *p = malloc(sizeof *p);
    if (n > 0)
        longjmp(handler, 1);
    free(p);
}

int main(int argc, char **argv)
{
    if (setjmp(handler) == 0)
        check(argc);
    return 0;
}
