// strspn is shorter than the string: there is no terminator where it ends.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <stdlib.h>
#include <string.h>

int main(void) {
  char text[] = "aab";
  int *block = malloc(sizeof *block);
  if (text[strspn(text, "a")] != 0)
    block = NULL;
  free(block);
  return 0;
}
