// A thread works on what it is given, and is waited for.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument)
{
    int *n = argument;
    *n += 1;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int *n = malloc(sizeof *n);

    if (!n)
        return 1;
    *n = 0;
    if (pthread_create(&thread, NULL, work, n) == 0)
        pthread_join(thread, NULL);
    free(n);
    return 0;
}
