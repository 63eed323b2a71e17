// Nobody waits for the thread, which uses a variable of a function that has returned.
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

static void begin(void)
{
    pthread_t thread;
    int n = 0;

    pthread_create(&thread, NULL, work, &n);
}

int main(void)
{
    begin();
    usleep(100000);
    return 0;
}
