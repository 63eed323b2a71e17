// The test is there out of habit: whoever calls with a table of handlers has a request.
#include <stdio.h>

struct request {
  int length;
  const char *text;
};

typedef int handler(struct request *);

int first(struct request *r) {
  int length = r->length; // FALSE-ALARM(null-dereference): it is never called with null
  if (r == NULL)
    return -1;
  return length;
}

handler *const handlers[] = {first};

int run(void) {
  struct request r = {1, "text"};
  return handlers[0](&r);
}
