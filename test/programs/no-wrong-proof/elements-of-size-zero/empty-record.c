// All elements of an array of empty records are at one address, behind which there is nothing.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdlib.h>

struct empty {};

int main(void) {
  struct empty *all = calloc(8, sizeof *all);
  char *last = (char *)(all + 7);
  last[1] = 1;
  free(all);
  return 0;
}
