// Calls the functions of append-link.c.
#include "driver.h"

#include IDIOM

void test(void)
{
    rule_add("*.c", 1);
    rule_add("*.h", 1);
    rule_add("*.o", 0);
    rule_add("*.c", 1);
    rule_remove("*.h");
    rule_remove("*.x");
    rule_clear();
}
