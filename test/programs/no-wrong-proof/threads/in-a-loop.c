// The threads of the loop all run at the same time, and free the same block.
// violates: valid-free
// shown by: AddressSanitizer
#include <pthread.h>
#include <stdlib.h>

static int *block;

static void *work(void *argument)
{
    free(block);
    return NULL;
}

int main(void)
{
    pthread_t threads[2];

    block = malloc(sizeof *block);
    for (int i = 0; i < 2; i++)
        if (pthread_create(&threads[i], NULL, work, NULL) != 0)
            exit(1);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
