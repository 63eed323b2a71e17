// strxfrm need not give a string as long as its argument: the length that it returns decides.
// violates: valid-deref
// shown by: C17 7.24.4.5 strxfrm returns the length of the transformed string, which 7.24.4.5 does not relate to that of s2
#include <locale.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  const char *s = "straight";
  setlocale(LC_ALL, "");
  char *to = malloc(strlen(s) + 1);
  size_t n = strxfrm(to, s, strlen(s) + 1);
  to[n] = 0;
  free(to);
  return 0;
}
