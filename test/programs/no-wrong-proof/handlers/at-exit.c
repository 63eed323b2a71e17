// The handler frees what was freed before.
// violates: valid-free
// shown by: AddressSanitizer
#include <stdlib.h>

static char *text;

static void release(void)
{
    free(text);
}

int main(void)
{
    text = malloc(8);
    void (*handler)(void) = release;
    atexit(handler);
    free(text);
    return 0;
}
