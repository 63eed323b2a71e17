// That two pointers turn out to be aliases is unrelated to the later error.

#include <stdio.h>

struct frame {
  struct frame *below;
  int depth;
};

struct stack {
  struct frame *top;
};

int pop(struct stack *s, struct frame *f) {
  if (s->top != f) return -1;
  struct frame *below = f->below;
  if (!below) puts("the last frame");
  s->top = below;
  return below->depth; // MISSED(null-dereference): there is no frame below the last
}
