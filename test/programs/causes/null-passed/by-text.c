// Null is passed to a function whose outcomes are not all known; its text says whether it can do without.
#include <stddef.h>

extern int next(int depth);
extern int is_strict;

static int walk(int n) {
  return n > 0 ? next(n) + walk(n - 1) : 0;
}

static int check(int *is_short, int n) {
  int before = is_strict;
  is_strict = 1;
  *is_short = walk(n) == 0;
  is_strict = before;
  while (n-- > 0)
    if (walk(n) == 3) return 1;
  return 0;
}

int check_all(int n) {
  return check(NULL, n); // WARN(null-dereference)
}

static int check_tested(int *is_short, int n) {
  int own;
  if (!is_short) is_short = &own;
  *is_short = walk(n) == 0;
  return walk(n + 1);
}

int check_any(int n) {
  return check_tested(NULL, n); // NOWARN
}
