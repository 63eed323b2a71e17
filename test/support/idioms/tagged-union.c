// Calls the functions of tagged-union.c.
#include "driver.h"

#include IDIOM

void test(void)
{
    json_free(json_pair("one", 1));
}
