// A reference is given up: what is left is shared with others, or was never counted.
#include <stdlib.h>

struct texture {
  int users;
  unsigned char *pixels;
};

struct sprite {
  int x, y;
  struct texture *texture;
};

struct sprite *sprite_new(struct texture *shared) {
  struct sprite *s = calloc(1, sizeof *s);
  if (!s)
    return NULL;
  s->texture = shared;
  shared->users++;
  return s;
}

void sprite_free(struct sprite *s) {
  if (s->texture && --s->texture->users == 0) {
    free(s->texture->pixels);
    free(s->texture);
  }
  free(s);
}

int sprite_detach(struct sprite *s) {
  struct texture *t = s->texture;
  if (!t || t->users < 2)
    return 0;
  t->users--;
  s->texture = NULL; // NOWARN
  return 1;
}

int sprite_forget(struct sprite *s) {
  if (!s->texture || s->texture->users > 1)
    return 0;
  s->texture = NULL; // WARN(leak)
  return 1;
}
