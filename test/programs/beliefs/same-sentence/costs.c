// Two errors with the same message: the fourth place concerns another entry.
#include <stdio.h>

struct entry {
  int kind, size, time;
};

int ask(struct entry *first, struct entry *second, int which) {
  struct entry *e = first;
  if (!e) puts("no first entry");
  if (which == 0) return e->kind; // WARN(null-dereference)
  if (which == 1) return e->size; // WARN(null-dereference)
  if (which == 2) return e->time; // WARN(null-dereference)
  e = second;
  if (!e) puts("no second entry");
  return e->kind; // MISSED(null-dereference): the second entry may be null, too
}
