// memccpy stops at the first byte, so that the pointer in the target is not overwritten.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <stdlib.h>
#include <string.h>

struct pair {
  char tag[8];
  int *value;
};

int main(void) {
  struct pair to = {"x", malloc(sizeof(int))}, from = {"", NULL};
  memccpy(&to, &from, 0, sizeof to);
  if (to.value)
    to.value = NULL;
  return 0;
}
