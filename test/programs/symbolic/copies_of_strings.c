// Two copies of strings: the first is lost when the allocation of the second fails.
// INPUTS:
// WHEN(leak): succeeds(1) and fails(2)
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *name = strdup("name");
    if (!name)
        return 1;
    char *value = strdup("value");
    if (!value)
        return 1;
    free(name);
    free(value);
    return 0;
}
