// Calls the functions of overwrite-global.c.
#include "driver.h"

#include IDIOM

void test(void)
{
    check_range("size", 5, 1, 4);
    check_range("size", 0, 1, 4);
    puts(error_get());
    error_clear();
}
