// The function that reports errors returns its argument. It is one of many that call each other, and its paths are merged.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int warning(int status, const char *message);

#define error(...)                                                                                                     \
  do {                                                                                                                 \
    if (warning(__VA_ARGS__)) exit(1);                                                                                 \
  } while (0)

extern char *program, *command;
static int sent;

static void close_all(void) {
  if (fflush(stdout)) error(1, "flush");
}

static void flush_all(void) {
  if (sent > 10) close_all();
  sent = 0;
}

static void send_text(const char *text) {
  if (!*text) error(1, "no text");
  if (++sent > 5) flush_all();
  puts(text);
}

static void send_line(const char *text) {
  send_text(text);
  send_text("\n");
}

static void out(const char *text) {
  if (sent > 100) flush_all();
  send_line(text);
}

int warning(int status, const char *message) {
  char *a = program ? strdup(program) : NULL;
  char *b = command ? strdup(command) : NULL;
  char *c = *message ? strdup(message) : NULL;
  if (program && !a) exit(2);
  if (command && !b) exit(2);
  if (*message && !c) exit(2);
  out(status ? "[aborted]" : "");
  out(a ? a : "");
  out(b ? b : "");
  out(c ? c : "");
  free(a);
  free(b);
  free(c);
  if (status) return (status);
  sent++;
  return (status);
}

char first_value(const char *text) {
  char *p = strchr(text, '=');
  if (p == NULL) error(1, "no value");
  return *p; // NOWARN
}

char *copied(const char *text) {
  char *copy = strdup(text);
  if (copy && !*text) {
    free(copy);
    error(1, "empty");
  }
  if (copy) copy[0] = '*'; // NOWARN
  return copy;
}
