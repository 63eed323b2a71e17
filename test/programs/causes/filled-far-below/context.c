// Unknown code fills a member of a record two pointers behind the one that it gets.
#include <stdlib.h>

struct buffer {
  char *text;
};

struct stream {
  struct buffer *buffer;
  int state;
};

int underflow(struct stream *);

static int refill(struct stream *s) {
  s->state = 1;
  return underflow(s);
}

int peek(void) {
  struct buffer b = {NULL};
  struct stream s = {&b, 0};
  if (refill(&s) < 0) return -1;
  return *b.text; // NOWARN
}

static int touch(struct stream *s) {
  s->state = 2;
  return s->state;
}

int peek_untouched(void) {
  struct buffer b = {NULL};
  struct stream s = {&b, 0};
  touch(&s);
  return *b.text; // WARN(null-dereference): still null
}
