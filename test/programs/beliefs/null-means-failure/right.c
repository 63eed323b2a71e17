// A function that returns null sets a message; without a message it has not returned null.

#include <stdlib.h>
#include <string.h>

struct list;

struct parsed {
  int failed;
  struct list *list; // null only if it has failed
};

struct parsed *parse(const char *text);

static struct list *read_list(const char *text, char **error) {
  struct parsed *p = parse(text);
  if (p->failed) {
    *error = strdup("syntax error");
    return NULL;
  }
  return p->list;
}

int check(const char *text) {
  char none[] = "no error", *error = none;
  if (read_list(text, &error) == NULL) {
    free(error); // NOWARN
    return 1;
  }
  return 0;
}
