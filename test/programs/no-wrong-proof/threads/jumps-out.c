// The thread jumps to the setjmp of another thread.
// violates: valid-deref
// shown by: C17 7.13.2.1: the behaviour is undefined if the setjmp was from another thread of execution
#include <pthread.h>
#include <setjmp.h>
#include <stddef.h>

static jmp_buf place;

static void *work(void *argument)
{
    longjmp(place, 1);
}

int main(void)
{
    pthread_t thread;

    if (setjmp(place) != 0)
        return 1;
    if (pthread_create(&thread, NULL, work, NULL) == 0)
        pthread_join(thread, NULL);
    return 0;
}
