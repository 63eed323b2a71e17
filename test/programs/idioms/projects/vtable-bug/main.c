// Counts the bytes of a stream.
#include "stream.h"
#include <stdio.h>

int main(int argc, char **argv)
{
    struct stream *s = stream_open(argc > 2 ? argv[1] : "text", argc > 2 ? argv[2] : "some text");
    char buffer[64];
    long n, total = 0;

    if (s == NULL)
        return 1;
    while ((n = stream_read(s, buffer, sizeof buffer)) > 0)
        total += n;
    printf("%ld\n", total);
    stream_close(s);
    return n < 0;
}
