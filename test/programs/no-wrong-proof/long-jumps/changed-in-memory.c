// A function that is called after the setjmp changes the structure, so that its pointer is indeterminate.
// violates: valid-free
// shown by: C17 7.13.2.1: changed objects of automatic storage that are not volatile are indeterminate
#include <setjmp.h>
#include <stdlib.h>

struct pair {
    int n;
    int *p;
};

static jmp_buf place;

static void fill(struct pair *pair)
{
    pair->p = malloc(sizeof *pair->p);
    longjmp(place, 1);
}

int main(void)
{
    struct pair pair = { 0, NULL };
    struct pair *to = &pair;

    if (setjmp(place) == 0)
        fill(to);
    free(pair.p);
    return 0;
}
