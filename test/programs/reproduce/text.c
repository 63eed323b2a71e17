/* A text that the function knows makes it lose its copy. */
#include <stdlib.h>
#include <string.h>

char *translate(const char *word) {
  char *copy = strdup(word);
  if (!copy)
    return NULL;
  if (strcmp(word, "skip") == 0)
    return NULL; // WARN(leak)
  return copy;
}
