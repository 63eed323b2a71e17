// A block of the size of strcspn is too small for the whole string.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdlib.h>
#include <string.h>

static char *copy_word(const char *s) {
  size_t n = strcspn(s, " ");
  char *word = malloc(n + 1);
  memcpy(word, s, strlen(s) + 1);
  return word;
}

int main(void) {
  free(copy_word("two words"));
  return 0;
}
