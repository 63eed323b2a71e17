// An error jumps back to where it is handled.
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf handler;

static void check(int n)
{
    if (n > 3)
        longjmp(handler, 1);
}

int main(int argc, char **argv)
{
    int *p = malloc(sizeof *p);

    if (!p)
        return 1;
    if (setjmp(handler) == 0)
        check(argc);
    free(p);
    return 0;
}
