// The buffer is freed before the stream is closed, which writes it out.
// violates: valid-deref
// shown by: valgrind
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  FILE *f = fopen("/dev/null", "w");
  char *buffer = malloc(BUFSIZ);
  if (!f) {
    free(buffer);
    return 1;
  }
  setbuf(f, buffer);
  fputc('x', f);
  free(buffer);
  fclose(f);
  return 0;
}
