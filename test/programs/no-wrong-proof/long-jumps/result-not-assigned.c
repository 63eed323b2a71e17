// The function jumps, so that its result is not assigned: the pointer is still the old one.
// violates: valid-free
// shown by: AddressSanitizer
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf place;
static int *block;

static int *renew(int n)
{
    if (n > 0)
        longjmp(place, 1);
    return NULL;
}

int main(int argc, char **argv)
{
    block = malloc(sizeof *block);
    if (setjmp(place) == 0)
        block = renew(argc);
    free(block);
    free(block);
    return 0;
}
