// The buffer of a stream is a local variable of a function that has returned when the stream is written.
// violates: valid-deref
// shown by: valgrind
#include <stdio.h>

static void prepare(FILE *f) {
  char buffer[BUFSIZ];
  setvbuf(f, buffer, _IOFBF, sizeof buffer);
}

int main(void) {
  prepare(stdout);
  putchar('x');
  return 0;
}
