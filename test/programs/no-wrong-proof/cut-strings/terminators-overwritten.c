// Each word is joined to the next one again: behind the last one that is the end of the whole string.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = malloc(4);
  memcpy(text, "a b", 4);
  for (char *word = strtok(text, " "); word; word = strtok(NULL, " "))
    word[strlen(word)] = '+';
  int n = strlen(text);
  free(text);
  return n;
}
