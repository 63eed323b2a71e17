// Calls the functions of refcount.c.
#include "driver.h"

#include IDIOM

void test(void)
{
    draw_two(8);
}
