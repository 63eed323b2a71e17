// Calls the functions of block-header.c.
#include "driver.h"

#include IDIOM

void test(void)
{
    join_free(join("one", "two"));
    join_memory();
}
