// The number is an input; the list is indexed by its absolute value.
// violates: valid-deref
// shown by: AddressSanitizer with input "-9223372036854775808"
#include <stdlib.h>
#include <stdio.h>

struct bucket {
  long count;
};

int main(void) {
  char line[32];
  struct bucket buckets[5] = {{0}};
  if (!fgets(line, sizeof line, stdin))
    return 1;
  long long key = atoll(line);
  buckets[llabs(key) % 5].count++;
  return 0;
}
