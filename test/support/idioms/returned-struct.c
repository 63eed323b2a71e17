// Calls the functions of returned-struct.c.
#include "driver.h"

#include IDIOM

static void shout_string(const char *text)
{
    FILE *in = tmpfile();
    FILE *out = tmpfile();
    fputs(text, in);
    rewind(in);
    shout(in, out);
    fclose(in);
    fclose(out);
}
void test(void)
{
    shout_string("");
    shout_string("hello");
    shout_string("a string that is a good deal longer than the sixty-four characters of a chunk, so that it must grow");
}
