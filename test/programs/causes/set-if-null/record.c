// A member that is set only if it is null.
#include <stdlib.h>
typedef struct { int n; int *image; int count; int **mask; } R;
R *r_new(int n) {
  R *r = malloc(sizeof *r);
  if (!r) exit(1);
  r->n = n;
  r->image = NULL;
  r->count = 0;
  r->mask = NULL;
  return r;
}
void add_image(R *r, int *s) {
  if (r->image != NULL) return;
  r->image = s;
}
void solid(R *r, int *c) {
  int *s = malloc(sizeof *s);
  *s = *c;
  add_image(r, s);
}
void invoke(R *r) {
  free(r->image);
  free(r);
}
void test(void) {
  int c = 3;
  R *r = r_new(3);
  solid(r, &c);
  invoke(r);
}
