// Records of a library that is not part of the program: the one function that is known here is not all that may be there.
#include <stdlib.h>

struct type {
  int (*read)(void *self, char **out);
  void (*keep)(void *self, void *p);
};

struct bucket {
  const struct type *type;
};

struct bucket *first_bucket(void);

static int read_nothing(void *self, char **out) {
  *out = NULL;
  return self == NULL;
}

static void keep_nothing(void *self, void *p) {
  if (self == p) abort();
}

static const struct type own_type = {read_nothing, keep_nothing};

void make_own(struct bucket *b) { b->type = &own_type; }

int look(void) {
  struct bucket *b = first_bucket();
  char *text;
  if (b->type->read(b, &text) != 0) return -1;
  return *text; // NOWARN
}

int give(void) {
  struct bucket *b = first_bucket();
  void *p = malloc(8);
  if (!p) return -1;
  b->type->keep(b, p);
  return 0; // NOWARN
}

// Nobody outside makes these.
struct own {
  void (*drop)(void *p);
};

static void drop_nothing(void *p) {
  if (!p) abort();
}

static struct own own = {drop_nothing};

int lose(void) {
  struct own *o = &own;
  void *p = malloc(8);
  if (!p) return -1;
  o->drop(p);
  return 0; // WARN(leak)
}

int main(void) { return look() + give() + lose(); }
