// abs(INT_MIN) is undefined, and negative in practice: as an index it lies before the array.
// violates: valid-deref
// shown by: AddressSanitizer
#include <limits.h>
#include <stdlib.h>

static int spread(int key) { return abs(key) % 7; }

int main(void) {
  volatile int key = INT_MIN;
  char *table = malloc(7);
  table[spread(key)] = 1;
  free(table);
  return 0;
}
