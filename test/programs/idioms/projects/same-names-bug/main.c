// Two files with static functions of the same names, and a third that uses both.
#include "shapes.h"
#include <stdio.h>

static int live(const struct view *v)
{
    return v != NULL && view_length(v) > 0;
}

int main(void)
{
    struct buffer b;
    struct view *v;

    if (buffer_init(&b, "the same name in two files") < 0)
        return 1;
    v = view_new(&b, 4, 8);
    if (live(v))
        printf("%zu of %zu, %d\n", view_length(v), b.size, buffer_live());
    view_free(v);
    buffer_clear(&b);
    return 0;
}
