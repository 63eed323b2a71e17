// A member of a record that is not followed; nothing is stored between the two tests.
#include <stdlib.h>

struct settings {
  float gamma;
  int steps;
};

int correct(const struct settings *s) {
  int *table = NULL, sum = 0;
  if (s->gamma != 1.0f) table = malloc(256 * sizeof *table);
  for (int i = 0; i < s->steps; i++) sum += i;
  if (s->gamma == 1.0f) return sum; // NOWARN
  free(table);
  return sum + 1;
}

int correct_less(const struct settings *s) {
  int *table = NULL;
  if (s->gamma != 1.0f) table = malloc(256 * sizeof *table);
  if (s->gamma == 2.0f) return 0; // WARN(leak): not the same value
  free(table);
  return 1;
}
