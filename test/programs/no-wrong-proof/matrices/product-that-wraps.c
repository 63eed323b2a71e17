// The number of elements wraps around; the index does not.
// violates: valid-deref
// shown by: AddressSanitizer, input "@@!!"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int n = getchar() * 1024, m = getchar() * 1024, i = getchar(), j = getchar();
  if (n < 1 || m < 1)
    return 1;
  char *a = malloc((unsigned)n * (unsigned)m);
  if (0 <= i && i < n && 0 <= j && j < m)
    a[(size_t)i * m + j] = 0;
  free(a);
  return 0;
}
