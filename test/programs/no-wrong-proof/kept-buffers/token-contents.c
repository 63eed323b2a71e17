// strtok ends the second token in a string that only the library remembers by then.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <stdlib.h>
#include <string.h>

int main(void) {
  char text[] = "a,b,c";
  int *block = malloc(sizeof *block);
  strtok(text, ",");
  text[3] = ',';
  strtok(NULL, ",");
  if (text[3] == 0)
    block = NULL;
  free(block);
  return 0;
}
