// The vector may fail to grow; the result is cast to void.
#include <stdlib.h>
#include <string.h>
struct vector { char **items; size_t count, capacity; };
static int grow(struct vector *v) {
  size_t n = v->capacity ? 2 * v->capacity : 8;
  char **items = realloc(v->items, n * sizeof *items);
  if (!items) return 0;
  v->items = items;
  v->capacity = n;
  return 1;
}
int push(struct vector *v, char *item) {
  if (v->count == v->capacity && !grow(v)) return 0;
  v->items[v->count++] = item;
  return 1;
}
void remember(struct vector *v, const char *line) {
  char *copy = strdup(line);
  if (copy) (void)push(v, copy);
} // WARN(leak)
void remember_well(struct vector *v, const char *line) {
  char *copy = strdup(line);
  if (copy && !push(v, copy)) free(copy);
}
