// Chains of a hash table that is a record; the element is found in a loop with `while`.
#include <stdlib.h>
#include <string.h>
struct entry { char *key, *value; struct entry *next; };
struct map { struct entry *buckets[16]; };
static char *copy(const char *s) {
  char *r = malloc(strlen(s) + 1);
  if (!r) abort();
  return strcpy(r, s);
}
void put(struct map *m, unsigned hash, const char *key, const char *value) {
  struct entry *e = m->buckets[hash % 16];
  while (e && strcmp(e->key, key)) e = e->next;
  if (e) {
    e->value = copy(value); // WARN(leak)
    return;
  }
  e = malloc(sizeof *e);
  if (!e) abort();
  e->key = copy(key);
  e->value = copy(value);
  e->next = m->buckets[hash % 16];
  m->buckets[hash % 16] = e;
}
void take(struct map *m, unsigned hash) {
  struct entry *e = m->buckets[hash % 16];
  if (!e) return;
  m->buckets[hash % 16] = e->next;
  free(e->key);
  free(e->value);
  free(e);
}
