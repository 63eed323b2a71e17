// strtok continues in a string that was freed in the meantime.
// violates: valid-deref
// shown by: valgrind
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *s = malloc(4);
  memcpy(s, "a,b", 4);
  char *first = strtok(s, ",");
  if (!first)
    return 1;
  free(s);
  return strtok(NULL, ",") != NULL;
}
