// A handler that replaces a noreturn handler does not return either.

#include <stdio.h>
#include <stdlib.h>

static _Noreturn void give_up(void) { exit(1); }
static _Noreturn void crash(void) { abort(); }
static void close_log(void) { puts("done"); }

static void (*on_failure)(void) = give_up;

void start(int is_debugged) {
  atexit(close_log);
  if (is_debugged) on_failure = crash;
}

int *make_counter(void) {
  int *p = malloc(sizeof *p);
  if (!p) on_failure();
  *p = 0; // NOWARN
  return p;
}
