// wcsncpy writes all of its n wide characters, four bytes each.
// violates: valid-deref
// shown by: valgrind
#include <stdlib.h>
#include <wchar.h>

int main(void) {
  wchar_t *to = malloc(4 * sizeof *to);
  wcsncpy(to, L"a", 5);
  free(to);
  return 0;
}
