// mbtowc reads as many bytes as the character has, here two, of which the block has one.
// violates: valid-deref
// shown by: valgrind
#include <locale.h>
#include <stdlib.h>

int main(void) {
  wchar_t c;
  char *s = malloc(1);
  s[0] = (char)0xc3;
  if (!setlocale(LC_ALL, "C.UTF-8")) {
    free(s);
    return 1;
  }
  mbtowc(&c, s, 2);
  free(s);
  return 0;
}
