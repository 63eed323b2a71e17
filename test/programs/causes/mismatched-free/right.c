// Right: each with its own, also where the function that releases is chosen by a flag.
#include <dirent.h>
#include <iconv.h>
#include <ifaddrs.h>
#include <mntent.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct source {
  FILE *f;
  int is_pipe;
};

int source_open(struct source *s, const char *name) {
  s->is_pipe = name[0] == '|';
  s->f = s->is_pipe ? popen(name + 1, "r") : fopen(name, "r");
  return s->f ? 0 : -1;
}

void source_close(struct source *s) {
  if (s->is_pipe)
    pclose(s->f); // NOWARN
  else
    fclose(s->f); // NOWARN
}

int by_flag(const char *name) {
  struct source s;
  if (source_open(&s, name) < 0)
    return -1;
  int c = fgetc(s.f);
  source_close(&s); // NOWARN
  return c;
}

int command_or_file(const char *name, int piped) {
  FILE *f = piped ? popen(name, "r") : fopen(name, "r");
  if (!f)
    return -1;
  int c = fgetc(f);
  if (piped)
    pclose(f); // NOWARN
  else
    fclose(f); // NOWARN
  return c;
}

int everything(const char *s) {
  struct addrinfo *all;
  struct ifaddrs *interfaces;
  char *line = NULL, *copy = strdup(s);
  size_t n = 0;
  DIR *d = opendir(s);
  FILE *m = setmntent(s, "r");
  iconv_t c = iconv_open("a", "b");
  if (d)
    closedir(d); // NOWARN
  if (m) {
    getline(&line, &n, m);
    endmntent(m); // NOWARN
  }
  free(line); // NOWARN
  free(copy);
  if (c != (iconv_t)-1)
    iconv_close(c); // NOWARN
  if (getaddrinfo(s, 0, 0, &all) == 0)
    freeaddrinfo(all); // NOWARN
  if (getifaddrs(&interfaces) == 0)
    freeifaddrs(interfaces); // NOWARN
  return 0;
}

void map_or_heap(size_t n, int big) {
  char *p = big ? mmap(0, n, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : malloc(n);
  if (p == MAP_FAILED || !p)
    return;
  if (big)
    munmap(p, n);
  else
    free(p); // NOWARN
}

FILE *again(const char *path, FILE *old) {
  FILE *f = freopen(path, "w", old); // NOWARN
  return f;
}
