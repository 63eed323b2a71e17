// What a call that is left would have returned is not assigned; records, floating numbers and pointers are returned, too.
#include <setjmp.h>
#include <stdio.h>

struct pair {
    int a, b;
};

static jmp_buf place;
static struct pair pair = { 1, 2 };
static double number = 1.5;
static const char *text = "old";

static struct pair make(int n)
{
    struct pair made = { n, n };
    if (n > 3)
        longjmp(place, n);
    return made;
}

static double compute(int n)
{
    return n + (double)make(n).a;
}

static const char *name(int n)
{
    return compute(n) > 2 ? "new" : "small";
}

int main(void)
{
    static int round;

    setjmp(place);
    printf("%d %d %g %s\n", pair.a, pair.b, number, text);
    switch (round++) {
    case 0:
        pair = make(4);
        break;
    case 1:
        number = compute(5);
        break;
    case 2:
        text = name(6);
        break;
    default:
        pair = make(3);
        number = compute(2);
        text = name(1);
    }
    printf("%d %d %g %s\n", pair.a, pair.b, number, text);
    return 0;
}
