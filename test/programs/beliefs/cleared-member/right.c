// The kind of a zeroed command says that it has no argument.
#include <stdlib.h>
#include <string.h>

extern int kind_of_quit;

struct command {
  int kind;
  const char *argument;
};

static int run(struct command *c) {
  if (c->kind == kind_of_quit) exit(0);
  return c->argument[0];
}

int finish(void) {
  struct command last;
  memset(&last, 0, sizeof last);
  return run(&last); // NOWARN
}
