// Insertions that cannot fail, that free what they do not keep, or that fail for reasons that the caller excludes.
#include <stdlib.h>
struct node { struct node *next; void *data; };
static struct node *head;
static int add(void *data) {
  struct node *n = malloc(sizeof *n);
  if (!n) {
    free(data);
    return -1;
  }
  n->data = data;
  n->next = head;
  head = n;
  return 0;
}
void record(void) {
  void *p = malloc(4);
  if (p) add(p);
} // NOWARN
static int add_or_exit(void *data) {
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->data = data;
  n->next = head;
  head = n;
  return 0;
}
void record_or_exit(void) {
  void *p = malloc(4);
  if (p) add_or_exit(p);
} // NOWARN
struct ring { void *items[8]; int count; };
static int put(struct ring *r, void *item) {
  if (r->count == 8) return 0;
  r->items[r->count++] = item;
  return 1;
}
void fill(struct ring *r) {
  void *p = malloc(4);
  if (!p) return;
  r->count = 0;
  put(r, p);
} // NOWARN
