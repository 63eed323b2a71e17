// The product of size and count wraps to 0, but fwrite reads the first element all the same.
// violates: valid-deref
// shown by: C17 7.21.8.2 for each object, size calls are made to the fputc function
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(1);
  p[0] = 'x';
  fwrite(p, SIZE_MAX / 2 + 1, 2, stdout);
  free(p);
  return 0;
}
