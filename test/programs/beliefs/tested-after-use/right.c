// The test shows that there may be no request; by then it has been read.
#include <stdio.h>

struct request {
  int length;
  const char *text;
};

int answer(const struct request *r) {
  int length = r->length; // WARN(null-dereference)
  if (!r) {
    fprintf(stderr, "no request\n");
    return -1;
  }
  return length;
}
