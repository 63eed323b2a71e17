// The result of labs is negative, and the branch that handles it loses a block.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <limits.h>
#include <stdlib.h>

static volatile long least = LONG_MIN;

int main(void) {
  int *block = malloc(sizeof *block);
  volatile long n = labs(least);
  if (n < 0)
    block = NULL;
  free(block);
  return 0;
}
