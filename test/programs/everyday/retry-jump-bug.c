// Every try that fails frees the memory.
// violates: valid-free
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static void try_it(jmp_buf place, char *text)
{
    if (getchar() != 'x')
        longjmp(place, 1);
    text[0] = '\0';
}

int main(void)
{
    jmp_buf place;
    volatile int tries = 0;
    char *text = malloc(16);

    if (!text)
        return 1;
    if (setjmp(place) != 0)
        free(text);
    if (tries >= 3)
        return 1;
    tries++;
    try_it(place, text);
    return 0;
}
