// The string in a record is empty, and what rawmemchr looks for is in no member.
// violates: valid-deref
// shown by: AddressSanitizer
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

struct line {
  char text[8];
};

static int length(const struct line *l, int end) { return (int)((const char *)rawmemchr(l->text, end) - l->text); }

int main(void) {
  struct line *l = calloc(1, sizeof *l);
  int n = length(l, '\n');
  free(l);
  return n == 0;
}
