// Calls the functions of rollback.c.
#include "driver.h"

#include IDIOM

void test(void)
{
    struct queue *q;
    int item;
    if (queue_open(&q, "work", 3) != 0)
        return;
    queue_put(q, &item);
    queue_get(q);
    queue_close(q);
}
