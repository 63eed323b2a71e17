// aligned_alloc may refuse an alignment that is no power of two.
// violates: valid-deref
// shown by: C17 7.22.3.1 if the value of alignment is not a valid alignment supported by the implementation the function shall fail by returning a null pointer
#include <stdlib.h>

int main(void) {
  char *p = NULL;
  for (size_t align = 3; !p && align < 4; align++)
    p = aligned_alloc(align, 3);
  *p = 1;
  free(p);
  return 0;
}
