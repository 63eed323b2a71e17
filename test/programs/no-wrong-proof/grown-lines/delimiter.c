// getdelim returns up to one less than the room; the last byte of the room is not the end of the line.
// violates: valid-memtrack
// shown by: LeakSanitizer with input "a;b"
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *line = NULL;
  size_t room = 0;
  int *block = malloc(sizeof *block);
  for (int i = 0; i < 2; i++) {
    ssize_t n = getdelim(&line, &room, ';', stdin);
    if (n > 0 && line[n] == 0)
      block = NULL;
  }
  free(line);
  free(block);
  return 0;
}
