// A number that is read is checked before it is an index.
#include <stdio.h>

int main(void)
{
    int table[10] = { 0 };
    int i;

    if (scanf("%d", &i) != 1 || i < 0 || i >= 10)
        return 1;
    table[i] = 1;
    return table[9 - i];
}
