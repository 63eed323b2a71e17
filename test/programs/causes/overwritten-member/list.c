// The element that was looked up owns its value: `drop` frees it.
#include <stdlib.h>
#include <string.h>
struct alias { struct alias *next; char *name, *value; };
static struct alias *table;
void set(const char *name, const char *value) {
  struct alias *a;
  for (a = table; a; a = a->next)
    if (!strcmp(a->name, name)) break;
  if (a) {
    a->value = strdup(value); // WARN(leak)
    return;
  }
  a = malloc(sizeof *a);
  if (!a) exit(1);
  a->name = strdup(name);
  a->value = strdup(value);
  a->next = table;
  table = a;
}
void drop(void) {
  struct alias *a = table;
  if (!a) return;
  table = a->next;
  free(a->name);
  free(a->value);
  free(a);
}
