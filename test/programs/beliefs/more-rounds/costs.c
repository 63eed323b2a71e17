// The effect of a few loop iterations need not be that of many.

#include <stdio.h>
#include <stdlib.h>

static int fill(char *to, int n, FILE *from) {
  int i;
  for (i = 0; i < n; i++) {
    int c = getc(from);
    if (c < 0) return -1;
    to[i] = (char)c;
  }
  return i > 8 ? 0 : 1;
}

int check(FILE *from) {
  char text[40];
  char *copy = malloc(40);
  if (!copy) return -1;
  if (fill(text, 40, from) == 1) return -1; // FALSE-ALARM(leak): forty bytes are not too few
  free(copy);
  return text[0] == '#';
}
