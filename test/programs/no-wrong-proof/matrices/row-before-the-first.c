// The row in front of row 33 may be in front of the block.
// violates: valid-deref
// shown by: AddressSanitizer, input "AA !"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = getchar(), m = getchar(), i = getchar(), j = getchar();
  if (n < 1 || m < 1)
    return 1;
  int *a = malloc(n * m * sizeof *a);
  if (0 <= i && i < n && 0 <= j && j < m)
    a[(i - 33) * m + j] = 0;
  free(a);
  return 0;
}
