// Every thread has the variable for itself: what the thread sets is not set in main.
// violates: valid-deref
// shown by: AddressSanitizer
#include <pthread.h>
#include <stdlib.h>

static _Thread_local int *own;
static int n;

static void *work(void *argument)
{
    own = &n;
    return NULL;
}

int main(void)
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, work, NULL) != 0)
        return 1;
    pthread_join(thread, NULL);
    return *own;
}
