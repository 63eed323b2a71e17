// The name is freed before it is set to null, the path is not.
#include <stdlib.h>
#include <string.h>

struct file {
  char *name, *path;
};

void file_open(struct file *f, const char *name, const char *path) {
  f->name = strdup(name);
  f->path = strdup(path);
}

void file_close(struct file *f) {
  free(f->name);
  f->name = NULL;
  f->path = NULL; // WARN(leak)
}
