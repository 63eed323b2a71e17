// What rawmemchr finds lies behind the terminator; the distance is the index of an element.
// violates: valid-deref
// shown by: AddressSanitizer
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

int main(void) {
  static const char text[4] = {'a', 0, 'b', 'c'};
  char *list = malloc(2);
  list[(const char *)rawmemchr(text, 'c') - text] = 1;
  free(list);
  return 0;
}
