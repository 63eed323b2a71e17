// rawmemchr does not stop at the terminator of a string.
// violates: valid-deref
// shown by: AddressSanitizer
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *s = malloc(2);
  s[0] = 'a';
  s[1] = 0;
  char *found = rawmemchr(s, 'b');
  *found = 0;
  free(s);
  return 0;
}
