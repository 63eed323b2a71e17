// The member is freed by the function that empties the record, which calls the one that frees it.
#include <stdlib.h>

struct text {
  char *bytes;
  size_t length, room;
};

static int text_put(struct text *t, char c) {
  if (t->length == t->room) {
    size_t room = 2 * t->room + 16;
    char *bytes = realloc(t->bytes, room);
    if (!bytes)
      return -1;
    t->bytes = bytes;
    t->room = room;
  }
  t->bytes[t->length++] = c;
  return 0;
}

static void text_free(struct text *t) {
  free(t); // NOWARN
}

void text_drop(struct text *t) {
  free(t->bytes);
  text_free(t);
}

struct text *text_from(const char *s) {
  struct text *t = calloc(1, sizeof *t);
  if (!t)
    return NULL;
  for (; *s; s++)
    if (text_put(t, *s) < 0) {
      text_drop(t);
      return NULL;
    }
  return t;
}
