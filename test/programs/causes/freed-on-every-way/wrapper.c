// Freed by a function of the program, in both branches; the loop may have stored nothing.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
  char *text;
  int kind, depth;
};

static void drop(struct line *l) {
  if (!l)
    return;
  free(l->text);
  free(l);
}

static struct line *copy(const char *text, int kind) {
  struct line *l = malloc(sizeof *l);
  if (!l)
    abort();
  l->text = strdup(text);
  l->kind = kind;
  l->depth = 0;
  return l;
}

#define READ                                                                                                          \
  while (fgets(buffer, sizeof buffer, in)) {                                                                          \
    if (buffer[0] == '#')                                                                                             \
      continue;                                                                                                       \
    if (buffer[0] == '{')                                                                                             \
      depth++;                                                                                                        \
    else if (buffer[0] == '}')                                                                                        \
      depth--;                                                                                                        \
    else if (strncmp(buffer, "include", 7) == 0)                                                                      \
      includes++;                                                                                                     \
    else if (strncmp(buffer, "end", 3) == 0) {                                                                        \
      drop(last);                                                                                                     \
      last = copy(buffer + 3, depth);                                                                                 \
    } else if (!first)                                                                                                \
      first = copy(buffer, 0);                                                                                        \
    else if (first->kind == 0 && depth > 3)                                                                           \
      first->kind = depth;                                                                                            \
    else                                                                                                              \
      first->depth = depth;                                                                                           \
  }

int wrong(FILE *in) {
  char buffer[200];
  struct line *first = NULL, *last = NULL;
  int depth = 0, includes = 0;
  READ
  if (depth > 0) {
    fprintf(stderr, "%d open\n", depth);
    drop(last);
  } else
    drop(last);
  drop(first);
  drop(last); // WARN(use-after-free)
  return includes;
}

int right(FILE *in) {
  char buffer[200];
  struct line *first = NULL, *last = NULL;
  int depth = 0, includes = 0;
  READ
  if (depth > 0) {
    drop(last);
    last = NULL;
  }
  drop(first);
  drop(last);
  return includes;
}

/* Freed in a loop, and set again before the next round. */
int rounds(int n) {
  struct line *l = NULL;
  for (int i = 0; i < n; i++) {
    l = copy("x", i);
    if (l->kind > 3)
      printf("%s", l->text);
    drop(l);
  }
  return n;
}
