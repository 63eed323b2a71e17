// A callee makes a stack, leaves it, or lets it grow: whichever it is, there is one.
#include <stdlib.h>
#include <string.h>

struct buffer {
  int n;
};

static size_t top, room;
static struct buffer **stack;
static int current;

static void load(void) { current = stack[top]->n; }

static void ensure(void) {
  if (!stack) {
    stack = malloc(sizeof *stack);
    if (!stack) exit(1);
    memset(stack, 0, sizeof *stack);
    room = 1;
    top = 0;
    return;
  }
  if (top >= room - 1) {
    stack = realloc(stack, (room + 8) * sizeof *stack);
    if (!stack) exit(1);
    memset(stack + room, 0, 8 * sizeof *stack);
    room += 8;
  }
}

void push(struct buffer *b) {
  if (!b) return;
  ensure();
  if (stack ? stack[top] : NULL) top++;
  stack[top] = b;
  load(); // NOWARN
}
