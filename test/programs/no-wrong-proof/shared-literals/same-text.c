// Two literals with the same text may be one object: then the memory is not freed.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  const char *a = "abc";
  const char *b = "abc";
  if (a != b)
    free(p);
  return 0;
}
