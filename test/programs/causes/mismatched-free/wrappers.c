// The function that opens, or the one that closes, is the program's own.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct input {
  FILE *stream;
  int line;
};

static FILE *open_list(const char *name) {
  char path[200];
  snprintf(path, sizeof path, "/etc/%s", name);
  FILE *f = fopen(path, "r");
  if (!f)
    perror(path);
  return f;
}

static void release(void *p) {
  if (p)
    free(p);
}

int count(const char *name) {
  FILE *f = open_list(name);
  int n = 0;
  if (!f)
    return 0;
  while (fgetc(f) != EOF)
    n++;
  release(f); // WARN(mismatched-free)
  return n;
}

struct input *open_input(const char *command) {
  struct input *in = malloc(sizeof *in);
  if (!in)
    return NULL;
  in->line = 0;
  in->stream = popen(command, "r");
  if (!in->stream) {
    free(in);
    return NULL;
  }
  return in;
}

int first(const char *command) {
  struct input *in = open_input(command);
  if (!in)
    return -1;
  int c = fgetc(in->stream);
  fclose(in->stream); // WARN(mismatched-free)
  free(in);
  return c;
}

void text(const char *s) {
  char *copy = strdup(s);
  if (!copy)
    return;
  puts(copy);
  fclose((FILE *)copy); // WARN(mismatched-free)
}
