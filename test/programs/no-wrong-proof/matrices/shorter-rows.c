// The rows of the block are shorter than the step.
// violates: valid-deref
// shown by: AddressSanitizer, input "BBA@"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = getchar(), m = getchar(), i = getchar(), j = getchar();
  if (n < 1 || m < 1)
    return 1;
  int *a = malloc(n * (m - 1) * sizeof *a + 1);
  if (0 <= i && i < n && 0 <= j && j < m - 1)
    a[i * m + j] = 0;
  free(a);
  return 0;
}
