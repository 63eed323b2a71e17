// What a command prints decides whether the pipe is closed; a stream is closed twice.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int answer(const char *command) {
  FILE *p = popen(command, "r");
  char line[10];
  if (p == NULL) {
    perror(command);
    return -1;
  }
  if (!fgets(line, sizeof line, p)) {
    puts("none");
    return -1; // WARN(leak)
  }
  pclose(p);
  return atoi(line);
}

int twice(const char *path) {
  FILE *f = fopen(path, "r");
  if (!f)
    return -1;
  int c = getc(f);
  if (c == EOF)
    fclose(f);
  fclose(f); // WARN(double-free)
  return c;
}

int right(const char *command) {
  FILE *p = popen(command, "r");
  char line[10];
  int n = -1;
  if (p && fgets(line, sizeof line, p))
    n = atoi(line);
  if (p)
    pclose(p); // NOWARN
  return n;
}
