// A number is printed into a buffer that is large enough for any.
#include <stdio.h>

int main(int argc, char **argv)
{
    char text[32];

    sprintf(text, "%d:%u", argc, (unsigned)argc);
    puts(text);
    return 0;
}
