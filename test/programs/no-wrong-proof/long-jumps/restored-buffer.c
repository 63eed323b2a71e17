// The inner function restores the buffer that it has saved: the jump goes to the outer setjmp.
// violates: valid-free
// shown by: AddressSanitizer
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf place;
static int *block;

static void work(void)
{
    jmp_buf saved;

    memcpy(saved, place, sizeof saved);
    if (setjmp(place) == 0) {
        memcpy(place, saved, sizeof saved);
        longjmp(place, 1);
    }
}

int main(void)
{
    block = malloc(sizeof *block);
    if (!block)
        return 1;
    if (setjmp(place) == 0) {
        work();
    } else {
        free(block);
    }
    free(block);
    return 0;
}
