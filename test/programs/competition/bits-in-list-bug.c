// The cells of a list have flags in bit-fields: a pinned cell is not freed in the first pass.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct page {
  unsigned int pinned : 1;
  unsigned int dirty : 1;
  unsigned int count : 6;
  struct page *next;
};

static struct page *add(struct page *pages) {
  struct page *p = malloc(sizeof(struct page));
  if (!p) return pages;
  p->pinned = __VERIFIER_nondet_int() != 0;
  p->dirty = 0;
  p->count = 63;
  p->next = pages;
  return p;
}

int main(void) {
  struct page *pages = 0;
  while (__VERIFIER_nondet_int()) pages = add(pages);
  struct page **at = &pages;
  while (*at) { // WARN(use-after-free)
    struct page *p = *at;
    p->dirty = 1;
    p->count++;
    if (p->pinned) {
      at = &p->next;
    } else {
      free(p);
      at = &p->next; // WARN(use-after-free)
    }
  }
  while (pages) {
    struct page *p = pages;
    pages = p->next;
    free(p);
  }
  return 0;
}
