// A variable is not heap memory, not even after its scope.
#include <stdlib.h>

void freed(int number)
{
    int *data;
    {
        int buffer[10];
        buffer[0] = number;
        data = buffer;
    }
    free(data); // WARN(invalid-free)
}

int main(void)
{
    int *data;
    {
        int buffer[10];
        buffer[0] = 1;
        data = buffer;
    }
    free(data); // WARN(invalid-free)
    freed(1);
    return 0;
}
