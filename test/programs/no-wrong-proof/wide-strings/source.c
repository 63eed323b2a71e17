// wcsncpy reads its source up to n wide characters, and the source ends before.
// violates: valid-deref
// shown by: valgrind
#include <stdlib.h>
#include <wchar.h>

int main(void) {
  wchar_t *from = malloc(2 * sizeof *from), to[8];
  from[0] = L'a';
  from[1] = L'b';
  wcsncpy(to, from, 8);
  free(from);
  return 0;
}
