// The copy does not reach the second pointer, which still points to freed memory.
// violates: valid-free
// shown by: AddressSanitizer
#include <stdlib.h>
#include <string.h>

int main(void) {
  void *list[2] = {NULL, malloc(1)};
  void *blank[2] = {NULL, NULL};
  free(list[1]);
  memccpy(list, blank, 0, sizeof list);
  free(list[1]);
  return 0;
}
