// The test allows for a size of zero, which no caller passes.

#include <stdlib.h>

char *resized_text(char *text, size_t size) {
  char *p = realloc(text, size);
  if (!p && size) abort();
  p[0] = '\0'; // NOWARN
  return p;
}
