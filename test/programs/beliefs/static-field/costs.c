// The name of a font is a literal before it is loaded, and heap memory afterwards.
#include <stdlib.h>
#include <string.h>

struct font {
  char *name;
  int size;
};

void font_start(struct font *f) { f->name = ""; }

int font_load(struct font *f, const char *name) {
  f->name = strdup(name);
  return f->name != NULL;
}

void font_unload(struct font *f) { free(f->name); }

void font_drop(struct font *f) {
  free(f); // MISSED(leak): the name of a font that has been loaded
}
