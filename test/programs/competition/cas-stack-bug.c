// A stack of cells with compare-and-swap, as threads of control would push and pop; here they take turns.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void abort(void);

struct cell { struct cell *next; int value; };
struct stack { struct cell *top; };

static struct stack S;

static int cas(struct cell **at, struct cell *expected, struct cell *new) {
  if (*at == expected) {
    *at = new;
    return 1;
  }
  return 0;
}

static void push(int value) {
  struct cell *c = malloc(sizeof(struct cell)), *top;
  if (!c) abort();
  c->value = value;
  do {
    top = S.top;
    c->next = top;
  } while (!cas(&S.top, top, c));
}

static struct cell *pop(void) {
  struct cell *top, *next;
  do {
    top = S.top;
    if (top == NULL) return NULL;
    next = top->next;
  } while (!cas(&S.top, top, next));
  return top;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      push(3);
    } else {
      struct cell *c = pop();
      if (c && c->value != 3) free(c); // WARN(leak)
    }
  }
  struct cell *c;
  while ((c = pop()) != NULL) free(c);
  return 0;
}
