// The second word is written behind the first one, and beyond the array.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = malloc(8);
  memcpy(text, "one two", 8);
  strtok(text, " ");
  char *second = strtok(NULL, " ");
  if (second)
    strcat(second, "3");
  free(text);
  return 0;
}
