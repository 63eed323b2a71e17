// Of the two buffers the jump takes the first, whose handler frees.
// violates: valid-free
// shown by: AddressSanitizer
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf places[2];

static void fail(int i)
{
    longjmp(places[i], 1);
}

int main(int argc, char **argv)
{
    int *p = malloc(sizeof *p);

    if (!p)
        return 1;
    if (setjmp(places[0]) != 0) {
        free(p);
        free(p);
        return 1;
    }
    if (setjmp(places[1]) == 0)
        fail(argc > 1);
    free(p);
    return 0;
}
