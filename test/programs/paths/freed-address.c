// A freed address may be that of a later allocation: comparing them has both outcomes.
#include <stdint.h>
#include <stdlib.h>

struct holder {
    int *block;
};

static int *make(void)
{
    int *p = malloc(sizeof *p);
    if (!p)
        abort();
    return p;
}

static int *local(void)
{
    int i = 0;
    int *p = &i;
    return p;
}

static void equal(void)
{
    int *old = make();
    free(old);
    int *p = make();
    if (p == old)
        free(p);
    free(p); // WARN(double-free)
}

static void different(void)
{
    struct holder old = {make()};
    free(old.block);
    struct holder new = {make()};
    if (new.block != old.block)
        free(new.block);
    free(new.block); // WARN(double-free)
}

static void numbers(void)
{
    uintptr_t old = (uintptr_t)make();
    free((void *)old);
    uintptr_t new = (uintptr_t)make();
    if (new == old)
        free((void *)new);
    free((void *)new); // MISSED(double-free): a freed address may be any number; the property stays open
}

static void ended(void)
{
    int *old = local();
    int *p = make();
    if ((uintptr_t)p != (uintptr_t)old)
        free(p);
    free(p); // WARN(double-free)
}

int main(void)
{
    equal();
    different();
    numbers();
    ended();
    return 0;
}
