// The stream is in a record that its owner leaves behind.
#include <stdio.h>
#include <stdlib.h>

struct log {
  FILE *f;
  int n;
};

static int log_open(struct log *l, const char *path) {
  l->f = fopen(path, "a");
  if (!l->f)
    return -1;
  l->n = 0;
  return 0;
}

int once(const char *path) {
  struct log l;
  if (log_open(&l, path) < 0)
    return -1;
  if (fputs("once", l.f) < 0)
    return -1; // WARN(leak)
  fclose(l.f);
  return 0;
}

struct log *log_new(const char *path) {
  struct log *l = malloc(sizeof *l);
  if (!l)
    return NULL;
  if (log_open(l, path) < 0) {
    free(l);
    return NULL;
  }
  if (fprintf(l->f, "start\n") < 0) {
    free(l); // WARN(leak)
    return NULL;
  }
  return l;
}

void log_close(struct log *l) {
  fclose(l->f); // NOWARN
  free(l);
}
