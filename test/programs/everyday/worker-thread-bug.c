// The thread frees what it is given, and so does the program.
// violates: valid-free
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument)
{
    free(argument);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int *n = malloc(sizeof *n);

    if (!n)
        return 1;
    if (pthread_create(&thread, NULL, work, n) == 0)
        pthread_join(thread, NULL);
    free(n);
    return 0;
}
