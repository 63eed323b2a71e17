// memccpy returns null where the byte is not found.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdlib.h>
#include <string.h>

static char *append(char *to, const char *from, size_t room) {
  char *end = memccpy(to, from, '.', room);
  *end = 0;
  return to;
}

int main(void) {
  char *s = malloc(8);
  append(s, "abcdefgh", 4);
  free(s);
  return 0;
}
