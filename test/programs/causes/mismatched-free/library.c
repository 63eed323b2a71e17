// What the library has opened is released by the wrong function.
#include <dirent.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

int stream(const char *path) {
  FILE *f = fopen(path, "r");
  if (!f)
    return -1;
  int c = fgetc(f);
  free(f); // WARN(mismatched-free)
  return c;
}

int pipe_as_file(const char *command) {
  FILE *f = popen(command, "r");
  if (!f)
    return -1;
  int c = fgetc(f);
  fclose(f); // WARN(mismatched-free)
  return c;
}

int file_as_pipe(const char *path) {
  FILE *f = fopen(path, "w");
  if (f) {
    fputs("text", f);
    return pclose(f); // WARN(mismatched-free)
  }
  return 0;
}

int directory(const char *path) {
  DIR *d = opendir(path);
  int n = 0;
  if (!d)
    return -1;
  while (readdir(d))
    n++;
  free(d); // WARN(mismatched-free)
  return n;
}

int addresses(const char *host) {
  struct addrinfo *all;
  if (getaddrinfo(host, NULL, NULL, &all) != 0)
    return -1;
  int family = all->ai_family;
  free(all); // WARN(mismatched-free) WARN(leak)
  return family;
}

void mapping(size_t n) {
  char *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED)
    return;
  p[0] = 1;
  free(p); // WARN(mismatched-free)
}
