// Letters are counted.
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int c, letters = 0, digits = 0;

    while ((c = getchar()) != EOF) {
        if (isalpha(c))
            letters = 1;
        if (isdigit(c))
            digits = 1;
    }
    return letters + digits;
}
