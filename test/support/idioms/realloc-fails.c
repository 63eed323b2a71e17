// Calls the functions of realloc-fails.c.
#include "driver.h"

#include IDIOM

void test(void)
{
    FILE *in = tmpfile();
    fputs("a\nb\nc\nd\ne\nf\n", in);
    rewind(in);
    reverse_lines(in, stderr);
    fclose(in);
}
