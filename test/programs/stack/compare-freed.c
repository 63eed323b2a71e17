// A new allocation may have the address of a freed one: a comparison with the dangling pointer has both outcomes.
#include <stdlib.h>

struct box {
    int *held;
};

void once(void)
{
    int *y = malloc(sizeof *y);
    int *x;
    free(y);
    x = malloc(sizeof *x);
    if (x == y)
        free(x);
    free(x); // WARN(double-free)
}

void other_way(void)
{
    int *y = malloc(sizeof *y);
    int *x;
    free(y);
    x = malloc(sizeof *x);
    if (x != y)
        free(x); // NOWARN
} // WARN(leak)

void through_fields(void)
{
    struct box *b = malloc(sizeof *b);
    int *x;
    b->held = malloc(sizeof *x);
    free(b->held);
    x = malloc(sizeof *x);
    if (b->held == x)
        free(x);
    free(b);
    free(x); // WARN(double-free)
}

void alive_together(void)
{
    int *x = malloc(sizeof *x);
    int *y = malloc(sizeof *y);
    if (x == y)
        free(x); // NOWARN
    free(x); // NOWARN
    free(y); // NOWARN
}

int main(void)
{
    once();
    other_way();
    through_fields();
    alive_together();
    return 0;
}
