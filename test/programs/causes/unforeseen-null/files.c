// Whether a file, a folder or a symbol is there cannot be foreseen; the second try may succeed where the first did not.
#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>

int first_byte(const char *path) {
  FILE *f = fopen(path, "r");
  int c = fgetc(f); // WARN(null-dereference)
  fclose(f);
  return c;
}

int opened_again(const char *path) {
  FILE *f = fopen(path, "r");
  if (!f) {
    f = fopen(path, "w+");
    if (!f) return -1;
  }
  int c = fgetc(f); // NOWARN
  fclose(f);
  return c;
}

int entries(const char *path) {
  DIR *d = opendir(path);
  int n = readdir(d) != NULL; // WARN(null-dereference)
  closedir(d);
  return n;
}

typedef int initializer(void);

int start_plugin(void *plugin) {
  initializer *start = (initializer *)dlsym(plugin, "start");
  return start ? start() : 0; // NOWARN
}
