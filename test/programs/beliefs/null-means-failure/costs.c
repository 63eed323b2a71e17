// An empty list is null as well, without a message.

#include <stdlib.h>
#include <string.h>

struct list;

struct parsed {
  int failed;
  struct list *list; // null if it is empty
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
    free(error); // MISSED(invalid-free): the list is empty
    return 1;
  }
  return 0;
}
