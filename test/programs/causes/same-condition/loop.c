// The same comparison at the beginning and at the end of a round.
#include <stdlib.h>

double next_value(void);

int rounds(int n) {
  int total = 0;
  for (int i = 0; i < n; i++) {
    double value = next_value();
    char *buffer = NULL;
    if (value < 0.5) buffer = malloc(16);
    total += i;
    if (value < 0.5) free(buffer);
  } // NOWARN
  return total;
}

int rounds_changed(int n) {
  int total = 0;
  for (int i = 0; i < n; i++) {
    double value = next_value();
    char *buffer = NULL;
    if (value < 0.5) buffer = malloc(16);
    value = next_value();
    if (value < 0.5) free(buffer);
  } // WARN(leak): the value is another one
  return total;
}
