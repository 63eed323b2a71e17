// The memory is too small for a buffer.
// violates: valid-deref
// shown by: C17 7.13.1.1: setjmp saves its calling environment in a jmp_buf
#include <setjmp.h>
#include <stdlib.h>

int main(void)
{
    void *p = malloc(16);

    if (!p)
        return 1;
    if (setjmp(*(jmp_buf *)p) == 0)
        longjmp(*(jmp_buf *)p, 1);
    free(p);
    return 0;
}
