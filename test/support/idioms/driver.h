// Shared by the drivers of the idioms: each calls `test` without failing allocations, then with each one failing.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The nth allocation from now on fails; 0: none. */
void fail_allocation(int nth);

/* Do threads fail to start? */
void fail_threads(int fail);
