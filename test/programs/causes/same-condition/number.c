// A number that is not followed, compared twice with the same result.
#include <stdio.h>
#include <stdlib.h>

int scale(double factor, int n) {
  int *copy = NULL;
  if (factor > 1.0) copy = malloc(n * sizeof *copy);
  for (int i = 0; i < n; i++) printf("%d\n", i);
  if (factor > 1.0) {
    free(copy);
    return 1;
  }
  return 0; // NOWARN
}

int scale_other(double factor, double limit, int n) {
  int *copy = NULL;
  if (factor > 1.0) copy = malloc(n * sizeof *copy);
  if (factor > limit) {
    free(copy);
    return 1;
  }
  return 0; // WARN(leak): another limit
}

int scale_again(double factor, int n) {
  int *copy = NULL;
  if (factor > 1.0) copy = malloc(n * sizeof *copy);
  factor /= 2;
  if (factor > 1.0) {
    free(copy);
    return 1;
  }
  return 0; // WARN(leak): the factor is smaller now
}

void ends_instead(double factor) {
  char *buffer = malloc(16);
  if (!buffer) return;
  if (factor > 1.0) buffer = NULL; // NOWARN
  if (factor > 1.0) exit(1);
  free(buffer);
}
