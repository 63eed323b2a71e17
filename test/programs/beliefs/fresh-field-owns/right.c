// Only fresh allocations are stored in the field, and no function frees them.
#include <stdlib.h>

struct image {
  unsigned char *pixels;
  int width, height;
};

struct image *image_new(int width, int height) {
  struct image *m = malloc(sizeof *m);
  if (!m) return NULL;
  m->pixels = malloc((size_t)width * height);
  m->width = width;
  m->height = height;
  return m;
}

void image_free(struct image *m) {
  free(m); // WARN(leak)
}
