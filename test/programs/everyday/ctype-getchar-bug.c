// A plain char may be negative.
// violates: valid-deref
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    char text[16];

    if (!fgets(text, sizeof text, stdin))
        return 1;
    return isalpha(text[0] * 1000);
}
