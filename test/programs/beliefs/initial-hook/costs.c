// A handler that replaces a noreturn handler returns.

#include <stdio.h>
#include <stdlib.h>

static _Noreturn void give_up(void) { exit(1); }
static void warn(void) { puts("no memory"); }

static void (*on_failure)(void) = give_up;

void keep_going(void) { on_failure = warn; }

int *make_counter(void) {
  int *p = malloc(sizeof *p);
  if (!p) on_failure();
  *p = 0; // MISSED(null-dereference): after `keep_going` the handler returns
  return p;
}
