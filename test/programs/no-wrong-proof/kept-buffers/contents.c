// The contents of the buffer change whenever the stream is written, and decide what is freed.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <stdio.h>
#include <stdlib.h>

static char buffer[BUFSIZ];

int main(void) {
  int *block = malloc(sizeof *block);
  setbuffer(stdout, buffer, sizeof buffer);
  buffer[0] = 0;
  putchar('x');
  if (buffer[0] == 'x')
    block = NULL;
  free(block);
  return 0;
}
