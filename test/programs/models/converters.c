// A converter between encodings is open until iconv_close; -1 means failure.
#include <iconv.h>
#include <stdlib.h>

size_t converted(char *in, size_t n, char *out, size_t room)
{
    iconv_t d = iconv_open("UTF-8", "LATIN1");
    size_t left;

    if (d == (iconv_t)-1)
        return (size_t)-1; // FALSE-ALARM(leak)[paths]: no allocation is at -1
    left = iconv(d, &in, &n, &out, &room);
    iconv_close(d);
    return left;
}

int not_closed(void)
{
    iconv_t d = iconv_open("UTF-8", "LATIN1");

    if (d == (iconv_t)-1)
        return -1; // FALSE-ALARM(leak)[paths]: no allocation is at -1
    return 0; // WARN(leak)
}
