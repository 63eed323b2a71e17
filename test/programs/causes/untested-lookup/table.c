// A table that is indexed by a hash; the loop ends with a break, and the result is passed on to a function that reads it.
#include <string.h>
struct symbol { const char *name; struct symbol *next; int value; };
static struct symbol *table[64];
static unsigned hash(const char *s) {
  unsigned h = 0;
  while (*s) h = h * 31 + (unsigned char)*s++;
  return h % 64;
}
static struct symbol *lookup(const char *name) {
  struct symbol *s;
  for (s = table[hash(name)]; s; s = s->next)
    if (strcmp(s->name, name) == 0) break;
  return s;
}
static int value_in(const struct symbol *s) { return s->value; }
int value_of(const char *name) {
  return value_in(lookup(name)); // WARN(null-dereference)
}
int define(const char *name, int value) {
  struct symbol *s = lookup(name);
  if (s == NULL) return 0;
  s->value = value; // NOWARN
  return 1;
}
int has(const char *name) { return lookup(name) != NULL; }
