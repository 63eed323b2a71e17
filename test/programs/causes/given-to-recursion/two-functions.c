// Two functions call each other, and hand a buffer back and forth.
#include <stdio.h>
#include <stdlib.h>
static int term(char *out, const char *s, int depth);
static int expression(char *out, const char *s, int depth) {
  if (depth == 0) return 0;
  out[0] = *s;
  return term(out + 1, s + 1, depth - 1);
}
static int term(char *out, const char *s, int depth) {
  if (*s != '(') return 1;
  out[0] = '[';
  return expression(out, s, depth - 1);
}
int parse(const char *s) {
  char *out = malloc(100);
  if (!out) return -1;
  return expression(out, s, 50); // WARN(leak)
}
int parse_well(const char *s) {
  char *out = malloc(100);
  if (!out) return -1;
  int n = expression(out, s, 50);
  free(out);
  return n;
}
