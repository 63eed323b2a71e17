// Quick sort of a list by pointers to links: parts are sorted recursively and joined again.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

typedef struct word { int code; struct word *next; } word;

static word *sort(word *list, word *rest) {
  word *small = NULL, *large = NULL, *pivot = list;
  if (list == NULL) return rest;
  list = list->next;
  while (list != NULL) {
    word *w = list;
    list = w->next;
    if (w->code < pivot->code) {
      w->next = small;
      small = w;
    } else {
      w->next = large;
      large = w;
    }
  }
  pivot->next = sort(large, rest);
  return sort(small, pivot);
}

int main(void) {
  word *words = NULL;
  for (int i = __VERIFIER_nondet_int(); i > 0; i--) {
    word *w = malloc(sizeof(word));
    if (w == NULL) break;
    w->code = __VERIFIER_nondet_int();
    w->next = words;
    words = w;
  }
  words = sort(words, NULL);
  while (words != NULL) {
    word *w = words;
    words = words->next;
    free(w);
  }
  return 0;
}
