// The creator lets the thread go on before it waits: the thread finds what was changed in between.
// violates: valid-deref
// shown by: AddressSanitizer
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int *volatile shared;

static void *work(void *argument)
{
    usleep(50000);
    *shared = 1;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int n;

    shared = &n;
    if (pthread_create(&thread, NULL, work, NULL) != 0)
        return 1;
    shared = NULL;
    pthread_join(thread, NULL);
    return 0;
}
