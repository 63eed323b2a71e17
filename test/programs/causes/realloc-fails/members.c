// Memory of the caller: realloc overwrites the only pointer to it with null, and the function returns.
#include <stdlib.h>
#include <string.h>

struct buffer {
  char *data;
  size_t length, capacity;
};

struct table {
  struct buffer *rows;
  char **names;
  int count;
};

static char *shared;

int extend(char **start, char **end) {
  size_t n = (size_t)(*end - *start);
  *start = realloc(*start, n * 2); // WARN(leak)
  if (!*start)
    return 0;
  *end = *start + n * 2;
  return 1;
}

int reserve(struct buffer *b, size_t n) {
  if (n <= b->capacity)
    return 0;
  b->data = realloc(b->data, n); // WARN(leak)
  if (b->data == NULL)
    return -1;
  b->capacity = n;
  return 0;
}

int add_row(struct table *t) {
  if ((t->rows = reallocarray(t->rows, t->count + 1, sizeof *t->rows)) == NULL) { // WARN(leak)
    t->count = 0;
    goto failed;
  }
  memset(&t->rows[t->count++], 0, sizeof *t->rows);
  return 1;
failed:
  return 0;
}

int share(size_t n) {
  shared = realloc(shared, n); // WARN(leak)
  return shared != NULL;
}

static void *resize(void *old, size_t n) {
  void *p = realloc(old, n ? n : 1);
  return p;
}

int add_name(struct table *t, char *name) {
  t->names = resize(t->names, (t->count + 1) * sizeof *t->names); // WARN(leak)
  if (!t->names)
    return -1;
  t->names[t->count++] = name;
  return 0;
}
