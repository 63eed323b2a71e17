// wcschr finds the first character, not any: freeing what it finds at the second is invalid.
// violates: valid-free
// shown by: AddressSanitizer
#include <stdlib.h>
#include <wchar.h>

int main(void) {
  wchar_t *s = malloc(3 * sizeof *s);
  s[0] = L'a';
  s[1] = L'b';
  s[2] = 0;
  free(wcschr(s, L'b'));
  return 0;
}
