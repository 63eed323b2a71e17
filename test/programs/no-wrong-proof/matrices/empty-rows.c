// Rows may have no elements.
// violates: valid-deref
// shown by: AddressSanitizer, input "A !!"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = getchar(), m = getchar(), i = getchar(), j = getchar();
  if (n < 1 || (m -= 32) < 0)
    return 1;
  int *a = malloc(n * m * sizeof *a);
  if (0 <= i && i < n)
    a[i * m] = 0;
  free(a);
  return 0;
}
