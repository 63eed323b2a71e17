// There may be no thread to wait for, so that the pointer that it should return is not there.
// violates: valid-deref
// shown by: POSIX: the behaviour is undefined if the thread is not that of a joinable thread
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;
    int n = 0;
    void *result;

    pthread_create(&thread, NULL, work, &n);
    pthread_join(thread, &result);
    return *(int *)result;
}
