// lgamma stores the sign of its result in signgam.
// violates: valid-memtrack
// shown by: LeakSanitizer
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>

int main(void) {
  int *block = malloc(sizeof *block);
  volatile double x = -0.5;
  signgam = 0;
  if (lgamma(x) < 100 && signgam == -1)
    block = NULL;
  free(block);
  return 0;
}
