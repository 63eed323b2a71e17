// The structure might change after the setjmp, but does not: the handler of the outer function is reached, and memory is lost.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <setjmp.h>
#include <stdlib.h>

struct handler {
    jmp_buf place;
    struct handler *outer;
};

static struct handler *innermost;
static int *held;

static void store(struct handler **to, struct handler *value)
{
    *to = value;
}

static void work(void)
{
    struct handler own;
    int code;

    own.outer = innermost;
    store(&innermost, &own);
    held = malloc(sizeof *held);
    code = setjmp(own.place);
    if (code == 0)
        longjmp(own.place, 1);
    store(&innermost, own.outer);
    longjmp(innermost->place, 2);
}

int main(void)
{
    struct handler last;

    last.outer = NULL;
    store(&innermost, &last);
    if (setjmp(last.place) == 0)
        work();
    innermost = NULL;
    held = NULL;
    return 0;
}
