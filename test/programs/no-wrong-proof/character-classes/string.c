// The characters of the string are negative where char is signed.
// violates: valid-deref
// shown by: C17 7.4p1 the value shall be representable as an unsigned char or shall equal the value of the macro EOF
#include <ctype.h>

static void raise_all(char *s) {
  for (; *s; s++)
    *s = (char)toupper(*s);
}

int main(void) {
  char text[3] = {(char)0xe4, (char)0xf6, 0};
  raise_all(text);
  return 0;
}
