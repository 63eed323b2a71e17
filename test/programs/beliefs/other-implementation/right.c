// Only streams of one kind have a buffer, and `close` of that kind frees it.
#include <stdlib.h>

struct stream;

struct operations {
  void (*close)(struct stream *);
};

struct stream {
  const struct operations *operations;
  char *buffer;
};

static void close_buffered(struct stream *s) {
  free(s->buffer);
  free(s);
}

static void close_raw(struct stream *s) {
  free(s); // NOWARN
}

static const struct operations buffered = {close_buffered};
static const struct operations raw = {close_raw};

static struct stream *open_stream(const struct operations *operations) {
  struct stream *s = malloc(sizeof *s);
  if (!s) abort();
  s->operations = operations;
  s->buffer = NULL;
  return s;
}

struct stream *open_raw(void) { return open_stream(&raw); }

struct stream *open_buffered(void) {
  struct stream *s = open_stream(&buffered);
  s->buffer = malloc(4096);
  return s;
}

void close_stream(struct stream *s) { s->operations->close(s); }
