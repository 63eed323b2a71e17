// getline moves the line when it grows: the pointer of before is freed.
// violates: valid-deref
// shown by: AddressSanitizer with input "a line that is longer than the sixteen bytes it starts with"
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

struct text {
  char *line;
  size_t room;
};

int main(void) {
  struct text t = {malloc(16), 16};
  char *first = t.line;
  if (getline(&t.line, &t.room, stdin) > 0)
    first[0] = 0;
  free(t.line);
  return 0;
}
