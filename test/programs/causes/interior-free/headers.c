// Right: a header in front of what callers see, and a pointer that has come back.
#include <stdlib.h>
#include <string.h>

static void *counted_alloc(size_t n) {
  size_t *p = malloc(sizeof *p + n);
  if (!p)
    return NULL;
  *p = n;
  return p + 1;
}

static void counted_free(void *p) {
  if (p)
    free((size_t *)p - 1); // NOWARN
}

int counted(int n) {
  char *text = counted_alloc(n);
  if (!text)
    return -1;
  text[0] = 0;
  counted_free(text); // NOWARN
  return 0;
}

int back(const char *s) {
  char *p = strdup(s);
  int n = 0;
  if (!p)
    return -1;
  while (*p == ' ') {
    p++;
    n++;
  }
  while (n > 0) {
    p--;
    n--;
  }
  free(p); // NOWARN
  return 0;
}

int wrong(const char *s) {
  char *text = counted_alloc(strlen(s) + 1);
  if (!text)
    return -1;
  strcpy(text, s);
  free(text); // WARN(invalid-free)
  return 0;
}
