// One of two paths closes the stream that an unknown function has read.
#include <stdio.h>
struct image;
int load_image(FILE *from, struct image *into); // defined elsewhere
int show(struct image *image); // defined elsewhere
int show_file(const char *name, struct image *image) {
  FILE *in = fopen(name, "rb");
  if (!in) return -1;
  if (load_image(in, image) < 0) return -2; // WARN(leak)
  fclose(in);
  return show(image);
}
