// The pointer that is freed has walked through the block in a loop.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *zeroed_copy(const char *s, size_t n) {
  char *r = calloc(n + 1, 1);
  if (r)
    memcpy(r, s, n);
  return r;
}

void print_trimmed(const char *s, size_t n) {
  char *p = zeroed_copy(s, n);
  if (!p)
    return;
  while (*p == ' ')
    p++;
  puts(p);
  free(p); // WARN(invalid-free)
}

int words(FILE *in) {
  char *line = NULL;
  size_t size = 0;
  int n = 0;
  if (getline(&line, &size, in) < 0) {
    free(line);
    return 0;
  }
  for (; *line; line++)
    if (*line == ' ')
      n++;
  free(line); // WARN(invalid-free)
  return n;
}

int right_words(FILE *in) {
  char *line = NULL;
  size_t size = 0;
  int n = 0;
  if (getline(&line, &size, in) >= 0)
    for (const char *p = line; *p; p++)
      n += *p == ' ';
  free(line); // NOWARN
  return n;
}
