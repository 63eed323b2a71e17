// One call of each function establishes what the leak needs, some through another function or a pointer.
// Its twin is excluded.c, where none does.

#include <stdlib.h>
#include <string.h>

struct part {
  int kind;
  char *text;
};

static int keep(int mode) {
  char *p = malloc(4);
  if (mode > 8)
    return 1; // WARN(leak)
  free(p);
  return 0;
}

static int deeper(int mode) { return keep(mode + 1); }

static void copy(const struct part *part) {
  char *p = malloc(4);
  if (part->kind == 3 && part->text)
    return; // WARN(leak)
  free(p);
}

static void both(const char *from, int n) {
  char *p = malloc(4);
  if (!from && n > 0)
    return; // WARN(leak)
  free(p);
}

static int by_pointer(int mode) {
  char *p = malloc(4);
  if (mode == 2)
    return 1; // WARN(leak)
  free(p);
  return 0;
}

static int (*const table[])(int) = {by_pointer};

static void in_loop(int mode) {
  char *p = malloc(4);
  if (mode & 4)
    return; // WARN(leak)
  free(p);
}

static void tested(const char *base) {
  char *p = malloc(4);
  if (!base)
    return; // WARN(leak)
  free(p);
}

static void each(const char *name, int n) {
  const char *base = strrchr(name, '/');
  if (!base)
    n++;
  for (int i = 0; i < n; i++)
    tested(base);
}

int more(void);

/* Whether the buffer is null is the same in every round. */
static int found(const char *name, char *buffer) {
  while (more()) {
    if (!realpath(name, buffer)) // WARN(leak)
      continue;
    return 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  struct part first = {2, argv[0]}, second = {3, argv[0]};
  copy(&first);
  copy(&second);
  if (argc > 1)
    both("x", argc);
  else
    both(0, argc);
  each(argv[0], argc);
  char place[4096];
  found(argv[0], argc > 3 ? 0 : place);
  for (int i = 0; i < argc; i++)
    in_loop(i);
  return deeper(3) + deeper(8) + keep(8) + table[0](2);
}
