// The handler calls a function that uses what it must not.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdio.h>
#include <stdlib.h>

static char *text;

static void show(void)
{
    puts(text);
}

static void on_exit_too(void)
{
    puts("bye");
    show();
}

int main(void)
{
    text = calloc(1, 8);
    if (!text || atexit(on_exit_too) != 0)
        return 1;
    free(text);
    return 0;
}
