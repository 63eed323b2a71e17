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
