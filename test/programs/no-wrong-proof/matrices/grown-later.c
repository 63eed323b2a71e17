// The number of rows grows after the block was made.
// violates: valid-deref
// shown by: AddressSanitizer, input "AAA!"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = getchar(), m = getchar(), i = getchar(), j = getchar();
  if (n < 1 || m < 1)
    return 1;
  int *a = malloc(n * m * sizeof *a);
  n++;
  if (0 <= i && i < n && 0 <= j && j < m)
    a[i * m + j] = 0;
  free(a);
  return 0;
}
