// putenv keeps the string itself: after it is freed, a search of the environment reads freed memory.
// violates: valid-deref
// shown by: valgrind
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *s = malloc(8);
  memcpy(s, "CAULK=1", 8);
  putenv(s);
  free(s);
  return getenv("CAULK") == NULL;
}
