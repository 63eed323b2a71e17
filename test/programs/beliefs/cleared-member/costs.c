// The argument of a command was never set.
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

int type(void) {
  struct command c;
  memset(&c, 0, sizeof c);
  c.kind = TYPE;
  return run(&c); // MISSED(null-dereference): the argument was never set
}
