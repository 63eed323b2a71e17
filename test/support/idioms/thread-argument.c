// Calls the functions of thread-argument.c.
#include "driver.h"

#include IDIOM

void test(void)
{
    const char *const texts[] = { "one", "two", "three" };
    total_length(texts, 3);
    fail_threads(1);
    total_length(texts, 3);
    fail_threads(0);
}
