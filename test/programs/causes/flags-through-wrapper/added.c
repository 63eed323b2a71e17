// Wrappers add bits, and clear one.
#include <stdlib.h>

#define F_HEAP 4u
#define F_ZERO 8u
#define F_SMALL 16u

extern void *arena(unsigned);

static void *get(unsigned size, unsigned flags)
{
    if (flags & F_HEAP) {
        void *p = (flags & F_ZERO) ? calloc(1, size) : malloc(size);
        if (!p)
            abort();
        return p;
    }
    return arena(size);
}

static void *get_zeroed(unsigned size, unsigned flags)
{
    return get(size, flags | F_ZERO);
}

static void *get_local(unsigned size, unsigned flags)
{
    flags &= ~F_HEAP;
    return get_zeroed(size, flags | F_SMALL);
}

int first(void)
{
    int *p = get_local(4, F_HEAP);
    return *p; // NOWARN
}

int second(void)
{
    int *p = get_zeroed(4, F_SMALL);
    return *p; // NOWARN
}

int third(void)
{
    int *p = get_zeroed(4, F_HEAP | F_SMALL);
    return *p; // WARN(leak)
}
