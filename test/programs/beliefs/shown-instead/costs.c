// The name may be missing, as the message says; then it is used all the same.
#include <stdlib.h>

extern void trace(const char *format, ...);

char initial(int number) {
  const char *name = getenv(number ? "NAME" : "USER");
  trace("%s", name ? name : "(none)");
  return name[0]; // MISSED(null-dereference): the variable may be unset
}
