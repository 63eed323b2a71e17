// The comparison looks at the array itself, which is partly sorted by then.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdlib.h>

static int all[8] = {7, 6, 5, 4, 3, 2, 1, 0};

static int compare(const void *a, const void *b) {
  if (all[0] != 7)
    *(char *)0 = 1;
  return *(const int *)a - *(const int *)b;
}

int main(void) {
  qsort(all, 8, sizeof all[0], compare);
  return 0;
}
