// Calls the functions of same-condition.c.
#include "driver.h"

#include IDIOM

void test(void)
{
    for (int flags = 0; flags < 4; flags++)
        print_value(stderr, "name", "a \"quoted\" word", flags);
}
