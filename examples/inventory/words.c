/* Words of a line, texts and numbers. */
#include "inventory.h"

#include <stdlib.h>
#include <string.h>

/* Cuts the line at blanks; gives the number of words. */
int split_words(char *line, char **words) {
  int count = 0;
  char *word = strtok(line, " \t\n");
  while (word && count < MAX_WORDS) {
    words[count++] = word;
    word = strtok(NULL, " \t\n");
  }
  return count;
}

char *copy_text(const char *text) {
  size_t length = strlen(text);
  char *copy = malloc(length + 1);
  if (!copy)
    return NULL;
  memcpy(copy, text, length + 1);
  return copy;
}

int parse_quantity(const char *text, int *quantity) {
  char *end;
  long value = strtol(text, &end, 10);
  if (end == text || *end != '\0' || value < 0 || value > 100000)
    return -1;
  *quantity = (int)value;
  return 0;
}
