// The buffer is not large enough for every number.
// violates: valid-deref
#include <stdio.h>

int main(void)
{
    char text[8];
    int n;

    if (scanf("%d", &n) != 1)
        return 1;
    sprintf(text, "%d", n);
    puts(text);
    return 0;
}
