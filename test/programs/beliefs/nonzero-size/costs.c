// Memory that is shrunk to zero bytes has been freed.

#include <stdlib.h>

int clear(void) {
  char *text = malloc(80);
  if (!text) return -1;
  char *rest = realloc(text, 0);
  if (!rest) {
    free(text); // MISSED(double-free): realloc(text, 0) has freed it and returned null
    return -1;
  }
  free(rest);
  return 0;
}
