// A hash table with chains: keys are entered, looked up and deleted.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

struct entry { unsigned key; struct entry *chain; };
struct hash { struct entry **slots; unsigned size; };

static int init(struct hash *h) {
  h->size = 8;
  h->slots = calloc(h->size, sizeof(struct entry *));
  return h->slots != NULL;
}

static struct entry **find(struct hash *h, unsigned key) {
  struct entry **at = &h->slots[key % h->size];
  while (*at && (*at)->key != key) at = &(*at)->chain;
  return at;
}

static void enter(struct hash *h, unsigned key) {
  struct entry **at = find(h, key);
  if (*at) return;
  struct entry *e = malloc(sizeof(struct entry));
  if (!e) return;
  e->key = key;
  e->chain = NULL;
  *at = e;
}

static void delete(struct hash *h, unsigned key) {
  struct entry **at = find(h, key);
  struct entry *e = *at;
  if (!e) return;
  *at = NULL; // WARN(leak)
  free(e);
}

static void close(struct hash *h) {
  for (unsigned i = 0; i < h->size; i++) {
    while (h->slots[i]) {
      struct entry *e = h->slots[i];
      h->slots[i] = e->chain;
      free(e);
    }
  }
  free(h->slots);
}

int main(void) {
  struct hash h;
  if (!init(&h)) return 1;
  while (__VERIFIER_nondet_int()) {
    unsigned key = __VERIFIER_nondet_uint();
    if (__VERIFIER_nondet_int()) enter(&h, key);
    else delete(&h, key);
  }
  close(&h);
  return 0;
}
