// A table keeps the names that are passed to it, although it never changes them.

#include <stdlib.h>
#include <string.h>

void table_add(const char *name); // keeps it

int define(const char *text, size_t n) {
  char *name = malloc(n + 1);
  if (!name) return -1;
  memcpy(name, text, n);
  name[n] = '\0';
  table_add(name);
  return 0; // FALSE-ALARM(leak): the table keeps it
}
