// Calls the functions of payload-loop.c.
#include "driver.h"

#include IDIOM

void test(void)
{
    const char *const good[] = { "Host: here", "Accept: all" };
    const char *const bad[] = { "Host: here", "nonsense" };
    request_free(request_parse("/", good, 2));
    request_free(request_parse("/x", bad, 2));
}
