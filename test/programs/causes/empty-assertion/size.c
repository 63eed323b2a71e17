// A precondition in the form of an assertion that is empty here: it says nothing about this call.
#include <string.h>

#define assert(e) ((void)0)

void save(char *to, const char *from, int n) {
  if (to == NULL) assert(n == 0);
  memcpy(to, from, n); // NOWARN
}

void save_noted(char *to, const char *from, int n, int *missing) {
  if (to == NULL) *missing = 1;
  memcpy(to, from, n); // WARN(null-dereference)
}
