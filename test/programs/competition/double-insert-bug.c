// A doubly linked list with a cursor: inserted before it, removed at it, at unknown places.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct dl_node *dl;
struct dl_node { dl next, prev; };

static dl head, cursor;

static void insert_before_cursor(void) {
  dl n = malloc(sizeof(struct dl_node));
  if (!n) abort();
  n->next = cursor;
  n->prev = cursor ? cursor->prev : NULL;
  if (n->prev) n->prev->next = n; // WARN(use-after-free)
  else head = n;
  if (cursor) cursor->prev = n;
  cursor = n;
}

static void remove_at_cursor(void) {
  dl n = cursor;
  if (n->prev) n->prev->next = n->next; // WARN(use-after-free)
  else head = n->next;
  cursor = n->next ? n->next : n->prev;
  free(n);
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    switch (__VERIFIER_nondet_int()) {
      case 0: insert_before_cursor(); break;
      case 1: if (cursor) remove_at_cursor(); break;
      case 2: if (cursor && cursor->next) cursor = cursor->next; break;
      default: if (cursor && cursor->prev) cursor = cursor->prev; break;
    }
  }
  cursor = head;
  while (cursor) remove_at_cursor();
  return 0;
}
