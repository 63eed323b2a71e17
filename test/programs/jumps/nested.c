// Buffers of several functions, in structures, in arrays and handed over; jumps past each other.
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

struct level {
    int depth;
    jmp_buf places[2];
    struct level *up;
};

static int leave(struct level *to, int which, int value)
{
    longjmp(to->places[which], value);
}

static int descend(struct level *up, int depth)
{
    struct level own;
    int code;

    own.depth = depth;
    own.up = up;
    code = setjmp(own.places[0]);
    if (code != 0) {
        printf("first of %d: %d\n", depth, code);
        if (up)
            return leave(up, code % 2, code - 1) + 1;
        return code;
    }
    code = setjmp(own.places[1]);
    if (code != 0) {
        printf("second of %d: %d\n", depth, code);
        return code;
    }
    if (depth == 4)
        leave(own.up->up, 0, 7);
    return descend(&own, depth + 1) * 2;
}

int main(void)
{
    return descend(NULL, 0);
}
