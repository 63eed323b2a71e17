// Streams of both kinds have a name, and `close` of one kind forgets it.
#include <stdlib.h>
#include <string.h>

struct stream;

struct operations {
  void (*close)(struct stream *);
};

struct stream {
  const struct operations *operations;
  char *name;
};

static void close_file(struct stream *s) {
  free(s->name);
  free(s);
}

static void close_memory(struct stream *s) {
  free(s); // MISSED(leak): memory has a name, too
}

static const struct operations file = {close_file};
static const struct operations memory = {close_memory};

struct stream *open_stream(const char *name, int is_file) {
  struct stream *s = malloc(sizeof *s);
  if (!s) abort();
  s->operations = is_file ? &file : &memory;
  s->name = strdup(name);
  return s;
}

void close_stream(struct stream *s) { s->operations->close(s); }
