// The library still has the rest of a string that is freed.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = malloc(40);
  strcpy(text, "a_rather_long_first_word and another");
  strtok(text, " ");
  free(text);
  char *word = strtok(NULL, " ");
  return word ? word[0] : 0;
}
