// getline allocates the line even where it fails at the end of the file.
// violates: valid-memtrack
// shown by: LeakSanitizer
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

static int next(void) {
  char *line = NULL;
  size_t room = 0;
  if (getline(&line, &room, stdin) < 0)
    return 0;
  free(line);
  return 1;
}

int main(void) {
  int n = 0;
  for (int i = 0; i < 3; i++)
    n += next();
  return n;
}
