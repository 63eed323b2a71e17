/* A program with a main of its own, a variable, and a static function that a pointer leads to. */
#include <stdio.h>
#include <stdlib.h>

static int verbose;

struct source {
  int (*next)(struct source *);
  void *state;
};

static int convert(struct source *s) {
  char *line = malloc(80);
  if (!line)
    return -1;
  int c = s->next(s);
  if (c < 0 && verbose > 2)
    return c; // WARN(leak)
  free(line);
  return c;
}

int main(int argc, char **argv) {
  struct source s = {0, 0};
  verbose = argc > 40000 ? argc : 0;
  return argc > 40001 ? convert(&s) : 0;
}
