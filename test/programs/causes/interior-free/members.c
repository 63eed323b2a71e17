// The pointer is in a record, and moved there.
#include <stdlib.h>
#include <string.h>

struct reader {
  char *text;
  int depth;
};

static struct reader *reader_new(const char *s) {
  struct reader *r = malloc(sizeof *r);
  if (!r)
    return NULL;
  r->text = strdup(s);
  r->depth = 0;
  if (!r->text) {
    free(r);
    return NULL;
  }
  return r;
}

static void reader_free(struct reader *r) {
  free(r->text);
  free(r);
}

int depth(const char *s) {
  struct reader *r = reader_new(s);
  if (!r)
    return -1;
  while (*r->text == '(') {
    r->depth++;
    r->text++;
  }
  int d = r->depth;
  free(r->text); // WARN(invalid-free)
  free(r);
  return d;
}

int right_depth(const char *s) {
  struct reader *r = reader_new(s);
  if (!r)
    return -1;
  for (const char *p = r->text; *p == '('; p++)
    r->depth++;
  int d = r->depth;
  reader_free(r); // NOWARN
  return d;
}
