// A pointer to a row stays where the row was when the rows get longer.
// violates: valid-deref
// shown by: AddressSanitizer, input "BAAA"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = getchar(), m = getchar(), i = getchar(), j = getchar();
  if (n < 1 || m < 1)
    return 1;
  int *a = malloc(n * m * sizeof *a);
  int *row = a + (n - 1) * m;
  m++;
  if (0 <= i && i < n && 0 <= j && j < m)
    row[j] = 0;
  free(a);
  return 0;
}
