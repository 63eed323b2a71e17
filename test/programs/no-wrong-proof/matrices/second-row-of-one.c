// The second row of a matrix that may have one.
// violates: valid-deref
// shown by: AddressSanitizer, input "!AA@"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = getchar(), m = getchar(), i = getchar(), j = getchar();
  if ((n -= 32) < 1 || m < 1)
    return 1;
  int a[n][m];
  if (0 <= j && j < m)
    a[1][j] = 0;
  return 0;
}
