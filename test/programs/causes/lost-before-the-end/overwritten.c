// The pointer is overwritten on a path that ends the program.
#include <stdlib.h>

extern void fatal(const char *) __attribute__((noreturn));

char *grow(size_t n)
{
    char *p = malloc(n);
    if (!p)
        return NULL;
    if (n > 1000) {
        p = NULL;
        fatal("too large"); // NOWARN
    }
    if (n > 100) {
        p = NULL; // WARN(leak)
        return p;
    }
    return p;
}
