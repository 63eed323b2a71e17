// A function without a body prints a string that has been freed.
#include <stdlib.h>
#include <string.h>
extern void log_line(int level, const char *format, ...);
void forget(char *name) {
  free(name);
  log_line(1, "forgot %s", name); // WARN(use-after-free)
}
void forget_well(char *name) {
  log_line(1, "forget %s", name); // NOWARN
  free(name);
}
void forget_address(char *name) {
  free(name);
  log_line(1, "forgot %p at level %d", (void *)name, 1); // NOWARN
}
