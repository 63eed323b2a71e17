// What fails is tried again, with a counter that survives the jump.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static void try_it(jmp_buf place, char *text)
{
    if (getchar() == 'x')
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
    if (setjmp(place) != 0 && tries >= 3) {
        free(text);
        return 1;
    }
    tries++;
    try_it(place, text);
    free(text);
    return 0;
}
