// Calls the functions of stack-buffer.c.
#include "driver.h"

#include IDIOM

void test(void)
{
    check_name("Host");
    check_name("a name much longer than the small buffer on the stack");
    check_name("a name much longer than the small buffer\n");
}
