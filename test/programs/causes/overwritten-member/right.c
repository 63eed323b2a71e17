// Members that are free to be set: lazily made, cleared by a helper, of a record that is being constructed, or not owned.
#include <stdlib.h>
#include <string.h>
struct alias { struct alias *next; char *name, *value, *shown, *label; int ready; };
static struct alias *table;
static struct alias *find(const char *name) {
  for (struct alias *a = table; a; a = a->next)
    if (!strcmp(a->name, name)) return a;
  return NULL;
}
const char *shown(const char *name) {
  struct alias *a;
  for (a = table; a; a = a->next)
    if (!strcmp(a->name, name)) break;
  if (!a) return "";
  if (!a->shown) a->shown = strdup(a->name); // NOWARN
  return a->shown;
}
static void clear(struct alias *a) {
  free(a->value);
  a->value = NULL;
}
void set(const char *name, const char *value) {
  struct alias *a = find(name);
  if (!a) return;
  clear(a);
  a->value = strdup(value); // NOWARN
}
void prepare(const char *name) {
  for (struct alias *a = table; a; a = a->next)
    if (!strcmp(a->name, name) && !a->ready) {
      a->label = strdup(name); // NOWARN
      a->ready = 1;
    }
}
static void construct(struct alias *a, const char *name) {
  a->name = strdup(name);
  a->value = strdup(name); // NOWARN
  a->shown = NULL;
}
void add(const char *name) {
  struct alias *a = calloc(1, sizeof *a);
  if (!a) abort();
  construct(a, name);
  a->next = table;
  table = a;
}
void drop(void) {
  struct alias *a = table;
  if (!a) return;
  table = a->next;
  free(a->name);
  free(a->value);
  free(a->shown);
  free(a->label);
  free(a);
}
static struct alias *unused;
static struct alias *take(void) {
  struct alias *a = unused;
  if (a) {
    unused = a->next;
    a->next = NULL;
    return a;
  }
  a = malloc(sizeof *a);
  if (!a) abort();
  return a;
}
void reuse(const char *name) {
  struct alias *a = take();
  a->name = strdup(name);
  a->value = strdup(name); // NOWARN
  a->next = table;
  table = a;
}
