// memcpy gives the caller's record its values.
#include <string.h>
struct funcs { int (*get)(int); };
struct map { unsigned long wrapped, real; struct funcs *funcs; };
struct proxy { struct map *maps; unsigned n; };
static int lookup(struct proxy *px, unsigned slot, struct map *m) {
  if (slot >= px->n) return 3;
  memcpy(m, &px->maps[slot], sizeof *m);
  return 0;
}
static int to_real(struct proxy *px, unsigned *slot, struct map *m) {
  int rv;
  if (!px) rv = 1;
  else {
    rv = lookup(px, *slot, m);
    if (rv == 0) *slot = (unsigned)m->real;
  }
  return rv;
}
int get(struct proxy *px, unsigned id) {
  struct map map;
  int rv = to_real(px, &id, &map);
  if (rv != 0) return rv;
  return map.funcs->get((int)id);
}
