/* Freed is a pointer into the middle, or to a variable. */
#include <stdlib.h>
#include <string.h>

int trim(const char *word) {
  char *copy = strdup(word);
  if (!copy)
    return -1;
  if (word[0] == ' ')
    copy++;
  int n = strlen(copy);
  free(copy); // WARN(invalid-free)
  return n;
}
