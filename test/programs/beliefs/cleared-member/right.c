// The kind of a zeroed command says that it has no argument.
#include <stdlib.h>
#include <string.h>

struct command {
  enum { QUIT, TYPE } kind;
  const char *argument;
};

static int run(struct command *c) {
  if (c->kind == QUIT) exit(0);
  return c->argument[0];
}

int finish(void) {
  struct command last;
  memset(&last, 0, sizeof last);
  return run(&last); // NOWARN
}
