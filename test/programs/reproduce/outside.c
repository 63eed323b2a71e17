/* A file that cannot be opened. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *slurp(const char *path) {
  char *buffer = malloc(256);
  if (!buffer)
    return NULL;
  FILE *f = fopen(path, "r");
  if (!f)
    return NULL; // WARN(leak)
  fgets(buffer, 256, f);
  fclose(f);
  return buffer;
}

/* The stream is a real one: the library reads from it. */
char *first_line(const char *path) {
  FILE *f = fopen(path, "r");
  if (!f)
    return NULL;
  char *line = malloc(256);
  if (!line || !fgets(line, 256, f)) {
    fclose(f);
    free(line);
    return NULL;
  }
  fclose(f);
  if (line[0] == 'x')
    return NULL; // WARN(leak)
  return line;
}

/* The second stream cannot be closed. */
char *both(const char *one, const char *other) {
  char *text = malloc(8);
  FILE *a = fopen(one, "r"), *b = fopen(other, "r");
  if (!text || !a || !b)
    exit(1);
  int c = fgetc(a) + fgetc(b);
  fclose(a);
  if (fclose(b) != 0)
    return NULL; // WARN(leak)
  text[0] = c;
  return text;
}
