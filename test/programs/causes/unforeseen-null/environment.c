// Whether a variable is set cannot be foreseen, unless the same call has found it. The parts of a text may be known to the caller.
#include <stdlib.h>
#include <string.h>

size_t home_length(void) {
  return strlen(getenv("HOME")); // WARN(null-dereference)
}

size_t home_length_if_set(void) {
  if (getenv("HOME")) return strlen(getenv("HOME")); // NOWARN
  return 0;
}

size_t home_or_shell(void) {
  if (getenv("HOME")) return strlen(getenv("SHELL")); // WARN(null-dereference)
  return 0;
}

// The caller may know that there is a colon.
char behind_colon(const char *line) {
  const char *colon = strchr(line, ':');
  return colon[1]; // NOWARN
}
