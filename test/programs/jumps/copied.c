// A buffer is saved, filled by another function and restored.
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static jmp_buf place;
static int trace;

static void inner(int n)
{
    jmp_buf saved;

    memcpy(&saved, &place, sizeof saved);
    if (setjmp(place) == 0) {
        trace = trace * 10 + 1;
        if (n > 0)
            longjmp(place, 3);
    } else {
        trace = trace * 10 + 2;
    }
    memcpy(&place, &saved, sizeof saved);
    longjmp(place, 5);
}

static void (*volatile pointer)(int) = inner;

int main(void)
{
    static int count;
    int code = setjmp(place);

    printf("%d %d\n", code, trace);
    if (count < 2)
        pointer(count++);
    return code + trace % 7;
}
