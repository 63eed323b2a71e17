// wcscat writes behind the string that is there, terminator included.
// violates: valid-deref
// shown by: AddressSanitizer
#include <stdlib.h>
#include <wchar.h>

static wchar_t *join(const wchar_t *a, const wchar_t *b, size_t room) {
  wchar_t *s = malloc(room * sizeof *s);
  wcscpy(s, a);
  return wcscat(s, b);
}

int main(void) {
  free(join(L"ab", L"cd", 4));
  return 0;
}
