// A loop that fills forty bytes ends as one that fills two does.

#include <stdio.h>
#include <stdlib.h>

static int fill(char *to, int n, FILE *from) {
  while (n) {
    int c = getc(from);
    if (c < 0) return -1;
    *to++ = (char)c;
    --n;
  }
  return 0;
}

int check(FILE *from) {
  char text[40];
  char *copy = malloc(40);
  if (!copy) return -1;
  if (fill(text, 40, from)) {
    free(copy);
    return -1;
  }
  return text[0] == '#'; // WARN(leak)
}
