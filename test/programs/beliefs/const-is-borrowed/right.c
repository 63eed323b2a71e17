// A function that logs a name neither keeps nor frees it.

#include <stdio.h>
#include <stdlib.h>

void log_line(const char *text);

int greet(const char *name) {
  char *text = malloc(100);
  if (!text) return -1;
  snprintf(text, 100, "hello, %s", name);
  log_line(text);
  return 0; // WARN(leak)
}
