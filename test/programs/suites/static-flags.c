// Static variables that are never written keep their initial values.
#include <stdlib.h>

static int on = 1;
static int off;
static int changed = 1;

void turn(int to)
{
    changed = to;
}

void never_lost(void)
{
    char *p;
    if (off)
        return;
    else
        p = malloc(10);
    if (on)
        free(p);
} // NOWARN

int never_unset(void)
{
    int number = 3;
    int *p;
    if (on)
        p = &number;
    return *p; // NOWARN
}

void lost(void)
{
    char *p = malloc(10);
    if (changed)
        free(p);
} // WARN(leak)

void always_lost(void)
{
    char *p = malloc(10);
    if (off)
        free(p);
} // WARN(leak)
