// The array under a stream of fmemopen is freed before the stream is flushed.
// violates: valid-deref
// shown by: valgrind
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

struct output {
  FILE *f;
  char *bytes;
};

int main(void) {
  struct output o = {NULL, malloc(16)};
  o.f = fmemopen(o.bytes, 16, "w");
  if (o.f)
    fputs("text", o.f);
  free(o.bytes);
  if (o.f)
    fclose(o.f);
  return 0;
}
