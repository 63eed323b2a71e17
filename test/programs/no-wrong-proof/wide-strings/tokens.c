// wcstok writes a terminator over the delimiter, which decides what is freed.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <stdlib.h>
#include <wchar.h>

int main(void) {
  wchar_t text[] = L"a,b", *rest = NULL;
  int *block = malloc(sizeof *block);
  wcstok(text, L",", &rest);
  if (text[1] == 0)
    block = NULL;
  free(block);
  return 0;
}
