// A reference is given up, and an assertion says that there are others.
#include <assert.h>
#include <stdlib.h>

struct solution {
  int references;
  int length;
  unsigned char *list;
};

struct state {
  int position;
  struct solution *solution;
};

struct state *duplicate(const struct state *s) {
  struct state *r = malloc(sizeof *r);
  if (!r) abort();
  r->position = s->position;
  r->solution = s->solution;
  if (r->solution) r->solution->references++;
  return r;
}

void free_state(struct state *s) {
  if (s->solution && --s->solution->references == 0) {
    free(s->solution->list);
    free(s->solution);
  }
  free(s);
}

static void discard_solution(struct state *s) {
  --s->solution->references;
  assert(s->solution->references > 0); /* s is a duplicate */
  s->solution = NULL; // NOWARN
  s->position = 0;
}

static void forget_solution(struct state *s) {
  s->solution->references = 0;
  s->solution = NULL; // WARN(leak)
  s->position = 0;
}

struct state *move(const struct state *from, int direction) {
  struct state *r = duplicate(from);
  r->position += direction;
  if (r->solution && direction == 0) discard_solution(r);
  if (r->solution && direction < 0) forget_solution(r);
  return r;
}
