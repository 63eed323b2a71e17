// Fonts of each format have an `unload` of their own. One of them has a helper that releases the members of its format.
#include <stdlib.h>

struct bits {
  char *encoding, *bitmaps, *names;
};

struct font {
  void (*unload)(struct font *);
  struct bits *bits;
};

static void free_bits(struct font *f) {
  struct bits *bits = f->bits;
  free(bits->encoding);
  free(bits->names);
  free(bits); // NOWARN
}

static void unload_text(struct font *f) {
  free_bits(f);
  free(f);
}

static void unload_scaled(struct font *f) {
  free(f->bits->encoding);
  free(f->bits->bitmaps);
  free(f->bits); // NOWARN
  free(f);
}

static struct font *make(void) {
  struct font *f = calloc(1, sizeof *f);
  if (!f) abort();
  f->bits = calloc(1, sizeof *f->bits);
  if (!f->bits) abort();
  f->bits->encoding = malloc(256);
  return f;
}

struct font *open_text(void) {
  struct font *f = make();
  f->bits->names = malloc(100);
  f->unload = unload_text;
  return f;
}

struct font *open_scaled(void) {
  struct font *f = make();
  f->bits->bitmaps = malloc(1000);
  f->unload = unload_scaled;
  return f;
}

void close_font(struct font *f) { f->unload(f); }
