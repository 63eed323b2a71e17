// Calls the functions of hlist.c.
#include "driver.h"

#include IDIOM

void test(void)
{
    user_add(1, "root");
    user_add(17, "daemon");
    user_add(33, "nobody");
    user_remove(17);
    user_remove(2);
    user_remove_all();
}
