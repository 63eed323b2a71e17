// Records of bit-fields are copied, compared and cleared as bytes; a flag tells whether a pointer is owned.
#include <stdlib.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct state {
  unsigned owned : 1;
  unsigned mode : 3;
  unsigned : 4;
  unsigned char level;
  int *values;
};

static void set_up(struct state *s) {
  memset(s, 0, sizeof(*s));
  s->mode = __VERIFIER_nondet_uchar() & 7;
  if (s->mode > 4) {
    s->values = malloc(2 * sizeof(int));
    if (!s->values) abort();
    s->values[0] = s->values[1] = 0;
    s->owned = 1;
  }
}

static void move(struct state *to, struct state *from) {
  memcpy(to, from, sizeof(struct state));
  from->mode = 0;
}

int main(void) {
  struct state a, b, empty;
  memset(&empty, 0, sizeof empty);
  set_up(&a);
  move(&b, &a);
  if (memcmp(&b, &empty, sizeof b) != 0 && b.owned) b.values[1] = b.mode;
  if (a.owned) free(a.values);
  if (b.owned) free(b.values); // WARN(double-free)
  return 0;
}
