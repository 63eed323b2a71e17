// Null is passed to a function with several outcomes, all of which dereference it.
#include <stddef.h>

extern int next(void);
extern int level;

static int read_flag(int *flag) {
  *flag = next() == 0;
  if (*flag) return 0;
  level = 5;
  return 1;
}

int read_it(void) {
  return read_flag(NULL); // WARN(null-dereference)
}

static int read_if(int *flag, int wanted) {
  if (wanted) *flag = next() == 0;
  else level = 5;
  return wanted;
}

int read_none(void) {
  return read_if(NULL, 0); // NOWARN
}
