#include <stdlib.h>

extern int always, never;

void kept_in_order(void)
{
    char *p = malloc(10);
    if (never)
        return;
    if (always)
        free(p);
} // NOWARN

void lost(void)
{
    char *p = malloc(10);
    if (never)
        free(p);
} // WARN(leak)
