// The macro itself has a bug: the last element has no successor.
#define QUEUE_GENERATE(name, type)                                                                                     \
  type *name##_remove(struct name *queue, type *e) {                                                                   \
    type *before = e->previous, *after = e->next;                                                                      \
    if (before)                                                                                                        \
      before->next = after;                                                                                            \
    else                                                                                                               \
      queue->first = after;                                                                                            \
    if (!after) queue->last = before;                                                                                  \
    after->previous = before;                                                                                          \
    e->previous = 0;                                                                                                   \
    e->next = 0;                                                                                                       \
    queue->count = queue->count > 0 ? queue->count - 1 : 0;                                                            \
    if (queue->longest < queue->count) queue->longest = queue->count;                                                  \
    if (queue->shortest > queue->count) queue->shortest = queue->count;                                                \
    if (queue->count == 0) queue->emptied = queue->emptied + 1;                                                        \
    return queue->first ? queue->first : queue->last;                                                                  \
  }

struct job {
  struct job *next, *previous;
};

struct jobs {
  struct job *first, *last;
  unsigned long count, longest, shortest, emptied;
};

QUEUE_GENERATE(jobs, struct job) // MISSED(null-dereference): the last element is removed
