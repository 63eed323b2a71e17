// The array behind a member begins where that one ends.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stddef.h>

struct both {
  int first[2];
  int second[2];
};

static int *end(struct both *b) { return b->first + 2; }

int main(void) {
  struct both b = {{0, 0}, {0, 0}};
  int *null = NULL;
  if (end(&b) == b.second)
    return *null;
  return 0;
}
