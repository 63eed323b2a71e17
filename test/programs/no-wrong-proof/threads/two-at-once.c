// Two threads run at the same time; the second one frees what the first one uses.
// violates: valid-deref
// shown by: AddressSanitizer
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *use(void *argument)
{
    usleep(50000);
    *(int *)argument = 1;
    return NULL;
}

static void *release(void *argument)
{
    free(argument);
    return NULL;
}

int main(void)
{
    pthread_t first, second;
    int *n = malloc(sizeof *n);

    if (!n)
        return 1;
    if (pthread_create(&first, NULL, use, n) != 0)
        return 1;
    if (pthread_create(&second, NULL, release, n) == 0)
        pthread_join(second, NULL);
    pthread_join(first, NULL);
    return 0;
}
