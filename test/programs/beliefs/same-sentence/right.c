// One error shows wherever the pointer is used: three findings are enough.
#include <stdio.h>

struct output {
  int width, height, depth, colours, scale;
};

int property(struct output *out, int which) {
  if (!out) puts("no output");
  switch (which) {
    case 0: return out->width;   // WARN(null-dereference)
    case 1: return out->height;  // WARN(null-dereference)
    case 2: return out->depth;   // WARN(null-dereference)
    case 3: return out->colours; // NOWARN
    case 4: return out->scale;   // NOWARN
    default: return 0;
  }
}
