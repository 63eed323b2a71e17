// Values arrive, 0 as 1; setjmp in a loop, in a switch, in both arms.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;

static int jump(int value)
{
    if (value < 5)
        longjmp(place, value);
    return value;
}

int main(void)
{
    volatile int next = 0;

    for (volatile int i = 0; i < 2; i++) {
        switch (setjmp(place)) {
        case 0:
            printf("start %d\n", i);
            break;
        case 1:
            printf("one\n");
            break;
        default:
            printf("more\n");
        }
        if (next < 6)
            printf("returned %d\n", jump(next++));
    }
    return next;
}
