// pthread_exit ends the thread, not the program.
// violates: valid-free
// shown by: AddressSanitizer
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument)
{
    free(argument);
    pthread_exit(NULL);
}

int main(void)
{
    pthread_t thread;
    int *n = malloc(sizeof *n);

    if (pthread_create(&thread, NULL, work, n) == 0)
        pthread_join(thread, NULL);
    free(n);
    return 0;
}
