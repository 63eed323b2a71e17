// Recursive walkers: the directory stays open where the walk ends early.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int walk(const char *path) {
  DIR *d = opendir(path);
  struct dirent *e;
  int n = 0;
  char sub[500];
  struct stat st;
  if (!d) return -1;
  while ((e = readdir(d))) {
    if (e->d_name[0] == '.') continue;
    snprintf(sub, sizeof sub, "%s/%s", path, e->d_name);
    if (stat(sub, &st) < 0)
      return -1; // WARN(leak)
    if (S_ISDIR(st.st_mode)) {
      int m = walk(sub);
      if (m < 0) return m; // WARN(leak)
      n += m;
    } else n++;
  }
  closedir(d);
  return n;
}

int walk2(const char *path, int (*f)(const char *)) {
  DIR *d = opendir(path);
  struct dirent *e;
  if (!d) return -1;
  while ((e = readdir(d)) != NULL) {
    char *full;
    if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
    full = malloc(strlen(path) + strlen(e->d_name) + 2);
    if (!full) return -1; // WARN(leak)
    sprintf(full, "%s/%s", path, e->d_name);
    if (f(full)) walk2(full, f);
    free(full);
  }
  return 0; // WARN(leak)
}

int right_walk(const char *path) {
  DIR *d = opendir(path);
  struct dirent *e;
  int n = 0;
  if (!d)
    return -1;
  while ((e = readdir(d))) {
    char sub[500];
    if (e->d_name[0] == '.')
      continue;
    snprintf(sub, sizeof sub, "%s/%s", path, e->d_name);
    int m = right_walk(sub);
    if (m < 0) {
      n = m;
      break;
    }
    n += m;
  }
  closedir(d); // NOWARN
  return n;
}
