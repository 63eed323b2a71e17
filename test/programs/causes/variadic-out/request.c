// A variadic function fills the pointers whose addresses it is given.
#include <stdarg.h>
#include <stdlib.h>
static void init_multi(int **first, ...) {
  va_list more;
  int **p = first;
  va_start(more, first);
  while (p) {
    *p = malloc(sizeof **p);
    if (!*p) exit(1);
    **p = 0;
    p = va_arg(more, int **);
  }
  va_end(more);
}
int sum(void) {
  int *x, *y, *z;
  init_multi(&x, &y, &z, NULL);
  int r = *x + *y + *z;
  free(x);
  free(y);
  free(z);
  return r;
}
