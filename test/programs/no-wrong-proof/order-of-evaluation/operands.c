// One operand frees the element that the other one reads.
// violates: valid-deref
// shown by: C17 6.5p3 "side effects and value computations of subexpressions are unsequenced"
#include <stdlib.h>

struct cell {
  int value;
  struct cell *next;
};

static int pop(struct cell **list) {
  struct cell *first = *list;
  *list = first->next;
  free(first);
  return 1;
}

static int top(struct cell *list) { return list->value; }

int main(void) {
  struct cell *list = malloc(sizeof *list);
  if (!list)
    return 0;
  list->value = 1;
  list->next = NULL;
  struct cell *held = list;
  return top(held) + pop(&list);
}
