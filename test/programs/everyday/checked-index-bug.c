// The largest index is one too large.
// violates: valid-deref
#include <stdio.h>

int main(void)
{
    int table[10] = { 0 };
    int i;

    if (scanf("%d", &i) != 1 || i < 0 || i > 10)
        return 1;
    table[i] = 1;
    return table[9];
}
