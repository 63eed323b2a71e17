// A function changes the length of the rows.
// violates: valid-deref
// shown by: AddressSanitizer, input "BAAA"
#include <stdio.h>
#include <stdlib.h>

static void widen(int *x) { *x += 1; }

int main(void) {
  int n = getchar(), m = getchar(), i = getchar(), j = getchar();
  if (n < 1 || m < 1)
    return 1;
  int *a = malloc(n * m * sizeof *a);
  widen(&m);
  if (0 <= i && i < n && 0 <= j && j < m)
    a[i * m + j] = 0;
  free(a);
  return 0;
}
