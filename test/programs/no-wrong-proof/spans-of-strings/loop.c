// A loop goes from word to word, and believes that a span ends at the terminator.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *s = malloc(4), *p = s;
  memcpy(s, "a b", 4);
  do {
    p += strcspn(p, " ");
    if (*p != 0)
      free(s);
  } while (*p++ != 0);
  return 0;
}
