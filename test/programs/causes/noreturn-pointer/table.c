// A table of handlers, of which one does not return; a handler that returns is no end.
#include <stdlib.h>

typedef void handler(int code);

struct handlers {
  handler *note;
  handler *stop __attribute__((noreturn));
};

int use(const struct handlers *h, const int *p, int code) {
  if (!p) {
    h->note(code);
    h->stop(code);
  }
  return *p; // NOWARN
}

int note_only(const struct handlers *h, const int *p, int code) {
  if (!p)
    h->note(code);
  return *p; // WARN(null-dereference)
}

int lose(const struct handlers *h, int code) {
  char *block = malloc(8);
  if (code > 3)
    h->stop(code);
  if (code > 2)
    return 1; // WARN(leak)
  free(block);
  return 0;
}
