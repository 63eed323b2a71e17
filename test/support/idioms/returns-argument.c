// Calls the functions of returns-argument.c.
#include "driver.h"

#include IDIOM

void test(void)
{
    greet(stderr, "world  ");
}
