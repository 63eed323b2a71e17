// The functions of a library say in attributes which of them belong together.
#include <stdlib.h>

struct image;
struct pool;

void image_free(struct image *);
void image_put(int where, struct image *);
struct image *image_load(const char *path) __attribute__((malloc, malloc(image_free, 1), malloc(image_put, 2)));

void pool_close(struct pool *) __attribute__((ownership_takes(pool, 1)));
struct pool *pool_open(void) __attribute__((ownership_returns(pool)));
void heap_drop(void *) __attribute__((ownership_takes(malloc, 1)));

void wrong(const char *path) {
  struct image *i = image_load(path);
  free(i); // WARN(mismatched-free)
}

void right(const char *path, int where) {
  struct image *i = image_load(path);
  if (where)
    image_put(where, i); // NOWARN
  else
    image_free(i); // NOWARN
}

void twice(const char *path) {
  struct image *i = image_load(path);
  image_free(i);
  image_free(i); // WARN(double-free)
}

void wrong_family(void) {
  struct pool *p = pool_open();
  heap_drop(p); // WARN(mismatched-free)
}

void right_family(void) {
  struct pool *p = pool_open();
  char *q = malloc(10);
  pool_close(p); // NOWARN
  heap_drop(q);  // NOWARN
}

static void table_free(int *t) { free(t); }
static int *table_new(int n) __attribute__((malloc(table_free, 1)));
static int *table_new(int n) { return malloc(n * sizeof(int)); }
static void drop(int *t) { table_free(t); }

void own(int n) {
  int *a = table_new(n), *b = table_new(n), *c = table_new(n);
  table_free(a); // NOWARN
  drop(b);       // NOWARN
  free(c);       // WARN(mismatched-free)
}
