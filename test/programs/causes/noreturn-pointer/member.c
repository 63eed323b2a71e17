// Errors are told by functions that do not return, called through members, variables, parameters and types.
#include <stdlib.h>

struct access {
  void (*error)(struct access *, const char *, ...) __attribute__((format(printf, 2, 3))) __attribute((noreturn));
  void (*warning)(struct access *, const char *, ...) __attribute__((format(printf, 2, 3)));
};

typedef void (*fatal_handler)(const char *) __attribute__((noreturn));

extern void (*die)(const char *) __attribute__((noreturn));

int *make(struct access *a, int n) {
  int *p = malloc(sizeof *p);
  if (!p)
    a->error(a, "no memory for %d", n);
  *p = n; // NOWARN
  return p;
}

int *make_warned(struct access *a, int n) {
  int *p = malloc(sizeof *p);
  if (!p)
    a->warning(a, "no memory for %d", n);
  *p = n; // WARN(null-dereference)
  return p;
}

int first(const int *all) {
  if (!all)
    die("nothing");
  return all[0]; // NOWARN
}

int second(const int *all, fatal_handler fail) {
  if (!all)
    fail("nothing");
  return all[1]; // NOWARN
}

int keep(const char *name, fatal_handler fail) {
  char *copy = malloc(4);
  if (!name)
    fail("no name"); // NOWARN
  free(copy);
  return 0;
}
