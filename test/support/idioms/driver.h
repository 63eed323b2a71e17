// What the drivers of the idioms share: each calls `test` once with all allocations granted, then with each one refused.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The nth allocation from now on fails; 0: none. */
void fail_allocation(int nth);

/* Do threads fail to start? */
void fail_threads(int fail);
