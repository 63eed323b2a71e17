// A thread owns its argument once it is started, and only then.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument)
{
    int *number = argument;

    *number += 1;
    free(number);
    return NULL;
}

int started(void)
{
    pthread_t thread;
    int *number = malloc(sizeof *number);

    if (number == NULL)
        return -1;
    *number = 1;
    if (pthread_create(&thread, NULL, work, number) != 0) {
        free(number);
        return -1;
    }
    return pthread_join(thread, NULL);
}

int not_started(void)
{
    pthread_t thread;
    int *number = malloc(sizeof *number);

    if (number == NULL)
        return -1;
    *number = 1;
    if (pthread_create(&thread, NULL, work, number) != 0)
        return -1; // WARN(leak)
    return pthread_join(thread, NULL);
}

int used_by_both(void)
{
    pthread_t thread;
    int *number = malloc(sizeof *number);

    if (number == NULL)
        return -1;
    *number = 1;
    if (pthread_create(&thread, NULL, work, number) != 0) {
        free(number);
        return -1;
    }
    return *number; // WARN(use-after-free)
}
