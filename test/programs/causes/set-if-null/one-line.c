// The same on one line.
#include <stdlib.h>
typedef struct { int *image; } R;
R *r_new(void) {
  R *p = malloc(sizeof *p);
  p->image = NULL;
  return p;
}
void add(R *r, int *m) {
  if (r->image == NULL) r->image = m;
}
int main(void) { R *r = r_new(); add(r, malloc(4)); free(r->image); free(r); return 0; }
