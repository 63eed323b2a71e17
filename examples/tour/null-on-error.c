/* A parser of "key=value". The error path forgets that there may be no pair to talk about. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
  char *key;
  char *value;
};

/* A new pair, or NULL if the line is not one. */
static struct pair *parse(const char *line) {
  const char *sign = strchr(line, '=');
  if (sign == NULL)
    return NULL;
  struct pair *p = malloc(sizeof *p);
  if (p == NULL)
    return NULL;
  p->key = strndup(line, (size_t)(sign - line));
  p->value = strdup(sign + 1);
  return p;
}

static void destroy(struct pair *p) {
  free(p->key); // WARN(null-dereference)
  free(p->value);
  free(p);
}

int main(int argc, char **argv) {
  struct pair *p = parse(argc > 1 ? argv[1] : "colour=blue");
  if (p == NULL) {
    fprintf(stderr, "not a pair\n");
    goto out;
  }
  if (p->key != NULL && p->value != NULL)
    printf("%s is %s\n", p->key, p->value);
out:
  destroy(p);
  return 0;
}
