// Calls the functions of stack-or-heap.c.
#include "driver.h"

#include IDIOM

void test(void)
{
    const char *const texts[] = { "short", "a text that is longer than the small buffer on the stack" };
    print_all(stderr, texts, 1);
    print_all(stderr, texts, 2);
}
