// fread of elements of size 0 returns 0, whatever the count.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char byte;
  int *block = malloc(sizeof *block);
  if (fread(&byte, 0, 4, stdin) == 0)
    block = NULL;
  free(block);
  return 0;
}
