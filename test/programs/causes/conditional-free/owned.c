// A flag says whether the buffer owns its text, and one more function hands the buffer on.
#include <stdlib.h>
#include <string.h>

struct buffer {
  char *text;
  int is_owned;
};

static void clear(struct buffer *b) {
  if (b->is_owned)
    free(b->text);
}

static void finish(struct buffer *b) {
  clear(b);
}

static void reset(struct buffer *b) {
  finish(b);
  free(b->text); // WARN(double-free)
  b->text = NULL;
}

int copy(const char *s) {
  struct buffer b = {strdup(s), 1};
  reset(&b);
  return b.text == NULL;
}

static void reset_borrowed(struct buffer *b) {
  finish(b);
  free(b->text); // NOWARN
  b->text = NULL;
}

int lend(const char *s) {
  struct buffer b = {strdup(s), 0};
  reset_borrowed(&b);
  return b.text == NULL;
}
