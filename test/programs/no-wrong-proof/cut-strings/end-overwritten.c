// Between two calls the end of the string is overwritten: the rest does not end any more.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *rest, *text = malloc(8);
  memcpy(text, "one two", 8);
  char *word = strtok_r(text, " ", &rest);
  memset(word, 'x', 8);
  word = strtok_r(NULL, " ", &rest);
  int n = word ? strlen(word) : 0;
  free(text);
  return n;
}
