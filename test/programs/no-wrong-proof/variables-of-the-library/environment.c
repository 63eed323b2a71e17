// clearenv replaces the array that the program has put in place of the environment.
// violates: valid-memtrack
// shown by: LeakSanitizer
#define _GNU_SOURCE
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char *none[1] = {NULL};
  int *block = malloc(sizeof *block);
  environ = none;
  clearenv();
  if (environ != none)
    block = NULL;
  free(block);
  return 0;
}
