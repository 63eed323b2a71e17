// Some slots of a table of pointers are filled, at indices that are read; all are freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static char *slots[16];

static void fill(int at) {
  if (at < 0 || at >= 16) return;
  if (slots[at]) return;
  slots[at] = malloc(3);
}

static void clear(int at) {
  if (at < 0 || at >= 16) return;
  free(slots[at]);
  slots[at] = 0;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int())
      fill(__VERIFIER_nondet_int());
    else
      clear(__VERIFIER_nondet_int());
  }
  for (int i = 0; i < 16; i++) clear(i);
  return 0;
}
