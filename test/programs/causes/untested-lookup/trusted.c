// Nobody tests the result: the programmers know that there is an element. Nor is a failed allocation a missing element.
#include <stdlib.h>
#include <string.h>
struct driver { const char *name; int (*start)(void); struct driver *next; };
extern struct driver *drivers;
static struct driver *driver_named(const char *name) {
  for (struct driver *d = drivers; d; d = d->next)
    if (!strcmp(d->name, name)) return d;
  return NULL;
}
int start_all(const char *first, const char *second) {
  int n = driver_named(first)->start(); // NOWARN
  return n + driver_named(second)->start(); // NOWARN
}
struct buffer { char *bytes; int size; };
struct buffer *buffer_new(int size) {
  struct buffer *b = malloc(sizeof *b);
  if (!b) return NULL;
  b->bytes = malloc((size_t)size);
  if (!b->bytes) {
    free(b);
    return NULL;
  }
  b->size = size;
  return b;
}
int careful(int n) {
  struct buffer *b = buffer_new(n);
  if (!b) return -1;
  n = b->size;
  free(b->bytes);
  free(b);
  return n;
}
int careless(int n) {
  struct buffer *b = buffer_new(n);
  n = b->size; // NOWARN
  free(b->bytes);
  free(b);
  return n;
}
