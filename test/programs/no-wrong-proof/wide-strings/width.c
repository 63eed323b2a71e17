// wcswidth reads up to n wide characters; the array has fewer and no terminator.
// violates: valid-deref
// shown by: valgrind
#define _GNU_SOURCE
#include <stdlib.h>
#include <wchar.h>

int main(void) {
  wchar_t *s = malloc(2 * sizeof *s);
  for (int i = 0; i < 2; i++)
    s[i] = L'x';
  int n = wcswidth(s, 3);
  free(s);
  return n < 0;
}
