// What follows the end of the text is looked at.
// violates: valid-deref
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *end;
    char text[2] = "7";
    long n = strtol(text, &end, 10);

    printf("%ld %d\n", n, end[1]);
    return 0;
}
