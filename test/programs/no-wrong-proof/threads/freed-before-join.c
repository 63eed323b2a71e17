// The block is freed while the thread may still use it.
// violates: valid-deref
// shown by: AddressSanitizer
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *work(void *argument)
{
    usleep(20000);
    *(int *)argument = 1;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int *n = malloc(sizeof *n);

    if (!n)
        return 1;
    if (pthread_create(&thread, NULL, work, n) != 0) {
        free(n);
        return 1;
    }
    free(n);
    pthread_join(thread, NULL);
    return 0;
}
