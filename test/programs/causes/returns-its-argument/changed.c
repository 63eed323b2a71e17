// Functions that return their parameter, but not what they were given.
#include <stdlib.h>
#include <string.h>

extern void adjust(int *number);

static int counted(int status, int depth) {
  if (depth > 0) return counted(status, depth - 1);
  status = 0;
  return status;
}

static int adjusted(int status, int depth) {
  if (depth > 3) adjusted(status, depth - 1);
  adjust(&status);
  return status;
}

char assigned(const char *text, int depth) {
  char *p = strchr(text, '=');
  if (p == NULL && counted(1, 0)) exit(1);
  return *p; // WARN(null-dereference)
}

char *through_pointer(const char *text, int depth) {
  char *copy = strdup(text);
  if (adjusted(1, depth)) return copy;
  return NULL; // WARN(leak)
}
