// A search of a constant table that is longer than loops are followed: the name may not be there.
#include <stdlib.h>
#include <string.h>

struct keyword {
  const char *name;
  int code;
};

static const struct keyword keywords[] = {
  {"begin", 1}, {"end", 2}, {"if", 3}, {"then", 4}, {"else", 5}, {"while", 6}, {"do", 7}, {"done", 8}, {"for", 9}, {NULL, 0},
};

static const struct keyword *find_keyword(const char *name) {
  for (const struct keyword *k = keywords; k->name; k++)
    if (strcmp(k->name, name) == 0) return k;
  return NULL;
}

int code_of(const char *line) {
  char *word = strdup(line);
  if (!word) return -1;
  const struct keyword *k = find_keyword(word);
  if (!k) return 0; // WARN(leak)
  free(word);
  return k->code;
}

int code_of_either(const char *line) {
  char *word = strdup(line);
  if (!word) return -1;
  const struct keyword *k = find_keyword(word);
  free(word);
  return k ? k->code : 0; // NOWARN
}
