// What the function does depends on so many conditions that its paths are merged; it returns its argument on all of them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char *program, *command;
extern void put_text(const char *text, size_t length);

static char *join(char *buffer, size_t *size, const char *a, const char *b) {
  size_t length = strlen(a) + strlen(b) + 1;
  char *to = length > *size ? malloc(length) : buffer;
  if (!to) return NULL;
  strcpy(to, a);
  strcat(to, b);
  *size = length;
  return to;
}

static int complain(int status, int number, const char *message) {
  char first[32], second[64], third[16], none[] = "";
  char *a = first, *b = second, *c = none;
  static const char *last;
  size_t size = sizeof first;
  a = join(first, &size, message, number ? strerror(number) : "");
  if (!a) goto failed;
  if (command) {
    size = sizeof third;
    c = join(third, &size, status ? "[" : "", status ? "aborted]" : command);
    if (!c) goto failed;
  }
  size = sizeof second;
  b = join(second, &size, a, number ? c : program);
  if (!b) goto failed;
  if (last) goto failed;
  last = b;
  put_text(b, size);
  last = NULL;
  if (a != first) free(a);
  if (b != second) free(b);
  if (c != third && c != none) free(c);
  if (status) return status;
  put_text("go on", 5);
  return status;
failed:
  last = NULL;
  exit(2);
}

char first_value(const char *text) {
  char *p = strchr(text, '=');
  if (p == NULL && complain(1, 0, "no value")) exit(1);
  return *p; // NOWARN
}

void rewrite(const char *text) {
  char *copy = strdup(text);
  if (!copy) return;
  if (*text == '-') free(copy);
  if (*text == '-' && complain(1, 0, "an option")) exit(1);
  puts(copy); // NOWARN
  free(copy);
}

char warned(const char *text) {
  char *p = strchr(text, '=');
  if (p == NULL && complain(0, 0, "no value")) exit(1);
  return *p; // WARN(null-dereference)
}
