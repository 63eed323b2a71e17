// A thread of C11 frees what the program frees again.
// violates: valid-free
// shown by: AddressSanitizer
#include <stdlib.h>
#include <threads.h>

static int work(void *argument)
{
    free(argument);
    return 0;
}

int main(void)
{
    thrd_t thread;
    int *n = malloc(sizeof *n);

    if (thrd_create(&thread, work, n) == thrd_success)
        thrd_join(thread, NULL);
    free(n);
    return 0;
}
