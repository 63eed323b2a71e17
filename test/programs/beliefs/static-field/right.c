// A name that may be a literal is freed only where it is known to be on the heap.
#include <stdlib.h>
#include <string.h>

struct font {
  char *name;
  int size;
};

void font_use_default(struct font *f) { f->name = "fixed"; }

int font_load(struct font *f, const char *name) {
  f->name = strdup(name);
  return f->name != NULL;
}

void font_unload(struct font *f) { free(f->name); }

void font_drop_default(struct font *f) {
  free(f); // NOWARN
}
