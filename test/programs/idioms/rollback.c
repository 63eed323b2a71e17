// A constructor undoes completed steps in reverse order, by a sequence of labels.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct queue {
    pthread_mutex_t lock;
    void **slots;
    char *name;
    unsigned *stats;
    size_t room, head, count;
};

int queue_open(struct queue **out, const char *name, size_t room)
{
    struct queue *q;
    int error = -1;

    q = malloc(sizeof *q);
    if (q == NULL)
        return -1;
    q->name = strdup(name);
    if (q->name == NULL)
        goto fail_queue;
    q->slots = calloc(room, sizeof *q->slots);
    if (q->slots == NULL)
        goto fail_name;
    q->stats = calloc(4, sizeof *q->stats);
    if (q->stats == NULL)
        goto fail_slots;
    error = pthread_mutex_init(&q->lock, NULL);
    if (error != 0)
        goto fail_stats;
    q->room = room;
    q->head = 0;
    q->count = 0;
    *out = q;
    return 0;

fail_stats:
    free(q->stats);
fail_slots:
    free(q->slots);
fail_name:
    free(q->name);
fail_queue:
    free(q);
    return error;
}

int queue_put(struct queue *q, void *item)
{
    int status = -1;

    pthread_mutex_lock(&q->lock);
    if (q->count < q->room) {
        q->slots[(q->head + q->count++) % q->room] = item;
        q->stats[0]++;
        status = 0;
    }
    pthread_mutex_unlock(&q->lock);
    return status;
}

void *queue_get(struct queue *q)
{
    void *item = NULL;

    pthread_mutex_lock(&q->lock);
    if (q->count > 0) {
        item = q->slots[q->head];
        q->head = (q->head + 1) % q->room;
        q->count--;
    }
    pthread_mutex_unlock(&q->lock);
    return item;
}

void queue_close(struct queue *q)
{
    pthread_mutex_destroy(&q->lock);
    free(q->stats);
    free(q->slots);
    free(q->name);
    free(q);
}
