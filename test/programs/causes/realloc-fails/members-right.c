// Right: the old block is kept, or the program ends, or the caller has the pointer.
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct buffer {
  char *data;
  size_t capacity;
};

int restore(struct buffer *b, size_t n) {
  char *old = b->data;
  b->data = realloc(b->data, n); // NOWARN
  if (!b->data) {
    b->data = old;
    return -1;
  }
  b->capacity = n;
  return 0;
}

int through_another(struct buffer *b, size_t n) {
  char *data = realloc(b->data, n); // NOWARN
  if (!data)
    return -1;
  b->data = data;
  b->capacity = n;
  return 0;
}

int with_clean_up(struct buffer *b, size_t n) {
  char *data = realloc(b->data, n); // NOWARN
  if (!data)
    free(b->data);
  b->data = data;
  return data ? 0 : -1;
}

static void fail(const char *what) {
  fprintf(stderr, "no memory for %s\n", what);
  exit(1);
}

void or_exit(struct buffer *b, size_t n) {
  b->data = realloc(b->data, n); // NOWARN
  if (!b->data)
    fail("buffer");
  b->capacity = n;
}

void or_abort(char **line, size_t n) {
  if (!(*line = realloc(*line, n))) // NOWARN
    abort();
  (*line)[0] = 0;
}

void or_err(char **line, size_t n) {
  *line = realloc(*line, n); // NOWARN
  if (*line == NULL)
    err(1, "realloc");
}

char *grown(char *p, size_t n) {
  p = realloc(p, n); // NOWARN
  if (!p)
    return NULL;
  p[n - 1] = 0;
  return p;
}

static void *resize_or_free(void *old, size_t n) {
  void *p = realloc(old, n);
  if (!p)
    free(old);
  return p;
}

int freed_on_failure(struct buffer *b, size_t n) {
  b->data = resize_or_free(b->data, n); // NOWARN
  return b->data ? 0 : -1;
}

static void *must_resize(void *old, size_t n) {
  void *p = realloc(old, n);
  if (!p)
    exit(2);
  return p;
}

void never_fails(struct buffer *b, size_t n) {
  b->data = must_resize(b->data, n); // NOWARN
  b->capacity = n;
}

struct pair {
  char *first, *also;
};

int two_pointers(struct pair *p, size_t n) {
  p->also = p->first;
  p->first = realloc(p->first, n); // NOWARN
  if (!p->first)
    return -1;
  p->also = NULL;
  return 0;
}

int untested(struct buffer *b, size_t n, char c) {
  b->data = realloc(b->data, n); // NOWARN
  b->capacity = n;
  if (c)
    b->data[n - 1] = c;
  return 0;
}
