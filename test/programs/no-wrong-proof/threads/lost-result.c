// The thread returns memory that nobody takes.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument)
{
    return malloc(8);
}

int main(void)
{
    pthread_t thread;

    if (pthread_create(&thread, NULL, work, NULL) == 0)
        pthread_join(thread, NULL);
    return 0;
}
