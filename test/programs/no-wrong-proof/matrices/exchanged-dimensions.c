// An array of variable length is used as if it were turned.
// violates: valid-deref
// shown by: AddressSanitizer, input "!B A"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = getchar(), m = getchar(), i = getchar(), j = getchar();
  if (n < 1 || m < 1)
    return 1;
  int a[n][m];
  if (0 <= i && i < n && 0 <= j && j < m)
    a[j][i] = 0;
  return 0;
}
