// A thread returns what it has allocated, and nobody frees it.
// violates: valid-memtrack
#include <pthread.h>
#include <stdlib.h>

struct job {
    int from;
    int to;
};

static void *sum(void *argument)
{
    const struct job *job = argument;
    long *result = malloc(sizeof *result);

    if (!result)
        return NULL;
    *result = 0;
    for (int i = job->from; i < job->to; i++)
        *result += i;
    return result;
}

int main(void)
{
    struct job job = { 1, 100 };
    pthread_t thread;
    void *result = NULL;
    int error = pthread_create(&thread, NULL, sum, &job);

    if (error != 0)
        return 1;
    if (pthread_join(thread, &result) != 0)
        return 1;
    return 0;
}
