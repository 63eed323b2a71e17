// bsearch compares the key with elements in the middle, whose pointer is null.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdlib.h>

struct word {
  const int *text;
};

static int compare(const void *key, const void *element) {
  const struct word *w = element;
  return *(const int *)key - *w->text;
}

int main(void) {
  static const int one = 1, three = 3;
  struct word words[3] = {{&one}, {NULL}, {&three}};
  int key = 1;
  return bsearch(&key, words, 3, sizeof words[0], compare) != NULL;
}
