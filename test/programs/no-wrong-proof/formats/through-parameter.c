// sscanf handed to a function.
// violates: valid-free
// shown by: AddressSanitizer
#include <stdio.h>
#include <stdlib.h>

static void *parse(int (*read)(const char *, const char *, ...), const char *text)
{
    void *p = malloc(4);
    read(text, "%p", &p);
    return p;
}

int main(void)
{
    free(parse(sscanf, "0x10"));
    return 0;
}
