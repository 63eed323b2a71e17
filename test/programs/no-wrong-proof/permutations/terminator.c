// The terminator is sorted, too: nothing ends the text behind it.
// violates: valid-deref
// shown by: AddressSanitizer
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

static int bytes(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }

int main(void) {
  char *text = malloc(4);
  memcpy(text, "cba", 4);
  qsort(text, 4, 1, bytes);
  int n = strlen(text + 1);
  free(text);
  if (n == 1)
    return 1;
  return 0;
}
