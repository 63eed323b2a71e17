// An element of a list is looked up, and then its name, by a function that looks it up again.
#include <string.h>

struct entry {
  int id;
  const char *name;
  struct entry *next;
};

struct table {
  struct entry *first, *last;
};

static struct entry *last_of(struct table *t) { return t->first ? t->last : 0; }

static const char *name_of_last(struct table *t) {
  struct entry *e = last_of(t);
  return e ? e->name : 0;
}

size_t length_of_last(struct table *t) {
  struct entry *e = last_of(t);
  size_t length = strlen(name_of_last(t)); // NOWARN
  return length + e->id;
}

size_t length_if_any(struct table *t) {
  struct entry *e = last_of(t);
  if (!e) return strlen(name_of_last(t)); // WARN(null-dereference)
  return e->id;
}
