// The thread returns the address of its own variable.
// violates: valid-deref
// shown by: C17 6.2.4: the lifetime of n has ended when the thread has
#include <pthread.h>
#include <stddef.h>

static void *work(void *argument)
{
    int n = 1;
    int *volatile p = &n;
    return p;
}

int main(void)
{
    pthread_t thread;
    void *result = NULL;

    if (pthread_create(&thread, NULL, work, NULL) != 0)
        return 1;
    pthread_join(thread, &result);
    return *(int *)result;
}
