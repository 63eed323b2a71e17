// The path has escaped before the file is closed.
#include <stdlib.h>
#include <string.h>

struct file {
  char *name, *path;
};

struct history {
  char *last;
};

void file_open(struct file *f, const char *name, const char *path) {
  f->name = strdup(name);
  f->path = strdup(path);
}

static void file_clear(struct file *f) {
  free(f->name);
  f->name = NULL;
  f->path = NULL; // FALSE-ALARM(leak): the history keeps it
}

void file_close(struct file *f, struct history *h) {
  free(h->last);
  h->last = f->path;
  file_clear(f);
}
