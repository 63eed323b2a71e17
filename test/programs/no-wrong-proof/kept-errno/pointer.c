// errno changes behind a pointer that the program keeps.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  int *error = &errno;
  int *block = malloc(sizeof *block);
  *error = 0;
  close(-1);
  if (*error != 0)
    block = NULL;
  free(block);
  return 0;
}
