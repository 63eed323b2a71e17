// The buffer is freed before the jump.
// violates: valid-deref
// shown by: C17 6.2.4: the lifetime of the buffer has ended
#include <setjmp.h>
#include <stdlib.h>

struct handler {
    jmp_buf place;
};

static void fail(struct handler *h)
{
    free(h);
    longjmp(h->place, 1);
}

int main(void)
{
    struct handler *h = malloc(sizeof *h);

    if (!h)
        return 1;
    if (setjmp(h->place) == 0)
        fail(h);
    return 0;
}
