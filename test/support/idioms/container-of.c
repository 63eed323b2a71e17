// Calls the functions of container-of.c.
#include "driver.h"

#include IDIOM

void test(void)
{
    job_run_all();
}
