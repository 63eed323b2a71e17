// printf in a table.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdio.h>

struct sink {
    int (*print)(const char *, ...);
};

static const struct sink sinks[] = { { printf } };

int main(int argc, char **argv)
{
    char text[2] = { 'a', 'b' };
    sinks[argc - argc].print("%s", text);
    return 0;
}
