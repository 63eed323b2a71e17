// The second jump arrives where the first one has arrived.
// violates: valid-free
// shown by: AddressSanitizer
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf place;
static int count;

static void again(void)
{
    if (++count < 3)
        longjmp(place, count);
}

int main(void)
{
    int *p = malloc(sizeof *p);

    if (!p)
        return 1;
    if (setjmp(place) == 1)
        free(p);
    again();
    free(p);
    return 0;
}
