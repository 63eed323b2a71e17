// A thread owns its argument: it is freed there, or here if the thread cannot be started.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 4

struct task {
    char *text;
    int index;
    long *result;
};

static void task_free(struct task *t)
{
    free(t->text);
    free(t);
}

static void *work(void *argument)
{
    struct task *t = argument;

    *t->result = (long)strlen(t->text) + t->index;
    task_free(t);
    return NULL;
}

static int start(pthread_t *thread, const char *text, int index, long *result)
{
    struct task *t = malloc(sizeof *t);

    if (t == NULL)
        return -1;
    t->text = strdup(text);
    if (t->text == NULL) {
        free(t);
        return -1;
    }
    t->index = index;
    t->result = result;
    if (pthread_create(thread, NULL, work, t) != 0) {
        task_free(t);
        return -1;
    }
    return 0;
}

long total_length(const char *const *texts, int count)
{
    pthread_t threads[MOST];
    long results[MOST] = { 0 };
    long total = 0;
    int started = 0;

    while (started < count && started < MOST) {
        if (start(&threads[started], texts[started], started, &results[started]) < 0)
            break;
        started++;
    }
    for (int i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
        total += results[i];
    }
    return total;
}
