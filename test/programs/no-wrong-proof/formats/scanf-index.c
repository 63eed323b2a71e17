// A number that is read is used as an index.
// violates: valid-deref
// shown by: AddressSanitizer with input "9"
#include <stdio.h>

int main(void)
{
    int n = 0;
    int all[4] = { 1, 2, 3, 4 };
    if (fscanf(stdin, "%d", &n) != 1)
        return 1;
    return all[n];
}
