// A variable is read after its scope.
#include <stdio.h>

int main(void)
{
    int *data;
    {
        int buffer[10];
        buffer[0] = 1;
        data = buffer;
    }
    printf("%d\n", data[0]); // WARN(use-after-free)
    return 0;
}
