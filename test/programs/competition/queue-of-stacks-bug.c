// A queue with first and last, the elements of which are stacks; cells are pushed, popped and freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void abort(void);

struct Cell { int value; struct Cell *below; };
struct Stack { struct Cell *top; struct Stack *behind; };
struct Queue { struct Stack *first; struct Stack *last; };

static void enqueue(struct Queue *q) {
  struct Stack *s = malloc(sizeof(struct Stack));
  if (s == 0) abort();
  s->top = 0;
  s->behind = 0;
  if (q->last == 0)
    q->first = s;
  else
    q->last->behind = s;
  q->last = s;
}

static void push(struct Stack *s, int value) {
  struct Cell *c = malloc(sizeof(struct Cell));
  if (c == 0) abort();
  c->value = value;
  c->below = s->top;
  s->top = c;
}

static int pop(struct Stack *s) {
  struct Cell *c = s->top;
  int value = c->value; // WARN(null-dereference)
  s->top = c->below;
  free(c);
  return value;
}

int main(void) {
  struct Queue q = {0, 0};
  while (__VERIFIER_nondet_int()) {
    enqueue(&q);
    while (__VERIFIER_nondet_int()) push(q.last, 1);
    if (__VERIFIER_nondet_int()) pop(q.first);
  }
  while (q.first) {
    struct Stack *s = q.first;
    while (s->top) pop(s);
    q.first = s->behind;
    free(s);
  }
  return 0;
}
