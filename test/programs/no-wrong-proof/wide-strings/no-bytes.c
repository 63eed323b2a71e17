// mblen of no bytes looks at the first one, here behind the end of the block.
// violates: valid-deref
// shown by: valgrind
#include <stdlib.h>

int main(void) {
  char *s = malloc(1);
  int n;
  s[0] = 'a';
  n = mblen(s + 1, 0);
  free(s);
  return n > 1;
}
