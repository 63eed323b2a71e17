// One of several blocks, each of them tested when it was made.
#include <stdlib.h>

struct item {
  int n;
};

static struct item *kept, *spare;

static void take(int how) {
  if (how == 0 && spare) kept = spare;
  else if (how == 1) {
    kept = malloc(sizeof *kept);
    if (!kept) abort();
  } else {
    kept = calloc(2, sizeof *kept);
    if (!kept) abort();
  }
}

int number(int how) {
  take(how);
  if (kept == NULL) return kept->n; // NOWARN: never
  return kept->n;
}

static void clear(int how) {
  if (how) kept = NULL;
  else take(how);
}

int cleared(int how) {
  clear(how);
  if (kept == NULL) return kept->n; // WARN(null-dereference): how is not 0
  return kept->n;
}
