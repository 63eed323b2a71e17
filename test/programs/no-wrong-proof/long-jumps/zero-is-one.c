// longjmp(place, 0) makes setjmp return 1.
// violates: valid-free
// shown by: AddressSanitizer
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf place;

int main(void)
{
    int *p = malloc(sizeof *p);

    if (!p)
        return 1;
    switch (setjmp(place)) {
    case 0:
        free(p);
        longjmp(place, 0);
    case 1:
        free(p);
    }
    return 0;
}
