// Called for one kind of streams only: that `close` of the other kind would free the buffer again does not matter.
#include <stdlib.h>

struct stream {
  char *buffer;
  void (*close)(struct stream *);
};

static void close_file(struct stream *s) {
  free(s->buffer);
}

static void close_memory(struct stream *s) { s->buffer = NULL; }

void open_file(struct stream *s) { s->close = close_file; }

void open_memory(struct stream *s) { s->close = close_memory; }

void drop_memory(struct stream *s) {
  free(s->buffer);
  s->close(s); // NOWARN
}
