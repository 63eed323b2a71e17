// Behind the end of the last word nothing of the string is left.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *rest, *text = malloc(4);
  memcpy(text, "one", 4);
  strtok_r(text, " ", &rest);
  int n = strlen(rest + 1);
  free(text);
  return n;
}
