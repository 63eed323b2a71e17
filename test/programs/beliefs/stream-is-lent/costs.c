// The unknown function keeps the stream unless it fails.
#include <stdio.h>
int set_log(FILE *to); // defined elsewhere
int open_log(const char *name) {
  FILE *log = fopen(name, "a");
  if (!log) return -1;
  if (set_log(log) < 0) {
    fclose(log);
    return -2;
  }
  return 0; // FALSE-ALARM(leak): set_log keeps it
}
