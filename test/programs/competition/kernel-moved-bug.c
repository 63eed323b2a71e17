// Jobs in kernel lists are moved from one list to the other until both are emptied.
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

typedef struct node { struct node *succ; struct node *pred; } Node;

typedef struct {
  unsigned priority;
  Node hook;
} Job;

#define JOB_OF(n) ((Job *)((char *)(n) - offsetof(Job, hook)))

static void reset(Node *ring) { ring->succ = ring->pred = ring; }
static int is_empty(const Node *ring) { return ring->succ == ring; }

static void unlink(Node *n) {
  n->pred->succ = n->succ; // WARN(use-after-free)
  n->succ->pred = n->pred;
}

static void push(Node *ring, Node *n) {
  n->succ = ring->succ;
  n->pred = ring;
  ring->succ->pred = n;
  ring->succ = n;
}

static void drain(Node *ring) {
  while (!is_empty(ring)) {
    Job *job = JOB_OF(ring->succ);
    unlink(&job->hook);
    free(job);
  }
}

int main(void) {
  Node waiting, running;
  reset(&waiting);
  reset(&running);
  for (int n = __VERIFIER_nondet_int(); n > 0; n--) {
    Job *job = malloc(sizeof *job);
    if (job == NULL) break;
    job->priority = __VERIFIER_nondet_uint();
    push(&waiting, &job->hook);
  }
  while (!is_empty(&waiting) && __VERIFIER_nondet_int()) {
    Node *first = waiting.succ;
    push(&running, first);
  }
  drain(&waiting);
  drain(&running);
  return 0;
}
