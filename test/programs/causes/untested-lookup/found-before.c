// The same element has been found before, or has just been inserted.
#include <stdlib.h>
#include <string.h>
struct entry { char key[16]; int count; struct entry *next; };
static struct entry *all;
static struct entry *find(const char *key) {
  for (struct entry *e = all; e; e = e->next)
    if (!strcmp(e->key, key)) return e;
  return NULL;
}
static void insert(const char *key) {
  struct entry *e = calloc(1, sizeof *e);
  if (!e) abort();
  strncpy(e->key, key, sizeof e->key - 1);
  e->next = all;
  all = e;
}
int count_of(const char *key) {
  struct entry *e = find(key);
  return e ? e->count : 0;
}
void count(const char *key) {
  if (!find(key)) insert(key);
  find(key)->count++; // NOWARN
}
int is_known(const char *key) { return find(key) != NULL; }
void reset(const char *key) {
  if (is_known(key)) find(key)->count = 0; // NOWARN
}
void first(const char *key) {
  insert(key);
  find(key)->count = 1; // NOWARN
}
