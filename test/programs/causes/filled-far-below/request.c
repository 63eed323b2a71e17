// The address of a local variable is in a record that a callee hands to unknown code.
#include <stddef.h>

struct request {
  const char *key;
  const char **answer;
};

int transmit(struct request *);

static int ask(struct request *r) {
  r->key = "name";
  return transmit(r) == 0 ? 1 : 0;
}

int first_letter(void) {
  struct request r;
  const char *answer;
  r.answer = &answer;
  if (!ask(&r)) return 0;
  return *answer; // NOWARN
}

static int count(struct request *r) {
  r->key = "count";
  return 1;
}

int without_asking(void) {
  struct request r;
  const char *answer;
  r.answer = &answer;
  if (!count(&r)) return 0;
  return *answer; // WARN(uninitialized-pointer): nobody fills it
}
