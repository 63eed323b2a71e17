// Calls the functions of lost-middle-node.c.
#include "driver.h"

#include IDIOM

void test(void)
{
    timer_add(1, 30);
    timer_add(2, 10);
    timer_add(3, 20);
    timer_cancel(3);
    timer_cancel(7);
    timer_expire(100);
}
