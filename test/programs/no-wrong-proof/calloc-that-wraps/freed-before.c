// What is resized must be there, also where the new size wraps.
// violates: valid-deref
// shown by: C17 7.22.3.5p3: the behavior is undefined if the space has been deallocated
#define _GNU_SOURCE
#include <stdlib.h>

int main(void)
{
    char *p = malloc(2);
    if (!p)
        return 1;
    free(p);
    reallocarray(p, 8, (size_t)-1);
    return 0;
}
