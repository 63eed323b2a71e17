// Handlers are kept in a chain; an error goes to the innermost, which may pass it on.
#include <setjmp.h>
#include <stdlib.h>

struct handler {
    jmp_buf place;
    struct handler *outer;
};

static struct handler *innermost;

_Noreturn static void fail(int code)
{
    if (!innermost)
        abort();
    longjmp(innermost->place, code);
}

static void check(int n)
{
    if (n > 2)
        fail(n);
}

static void work(int n)
{
    int *copy = malloc(sizeof *copy);
    struct handler own;
    int code;

    if (!copy)
        fail(1);
    own.outer = innermost;
    innermost = &own;
    code = setjmp(own.place);
    if (code == 0) {
        *copy = n;
        check(*copy);
    }
    innermost = own.outer;
    free(copy);
    if (code != 0)
        fail(code);
}

int main(int argc, char **argv)
{
    struct handler last;

    last.outer = NULL;
    innermost = &last;
    if (setjmp(last.place) == 0)
        work(argc);
    innermost = NULL;
    return 0;
}
