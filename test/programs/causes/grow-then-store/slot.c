// A callee may replace the container; what is stored through it afterwards is kept.
#include <stdlib.h>
typedef struct { void *one; int n; } Slot;
typedef struct { Slot *slot; int n; } Table;
static void grow(Table *t) {
  if (t->n > 4) {
    free(t->slot);
    t->slot = malloc(sizeof *t->slot);
    if (!t->slot) abort();
  }
}
void set(Table *t, void *d) {
  grow(t);
  t->slot->one = d;
}
void add_one(Table *t) { set(t, malloc(4)); }
