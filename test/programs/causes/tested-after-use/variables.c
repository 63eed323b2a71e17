// A pointer is dereferenced, and tested for null afterwards.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
  int kind;
  char *name;
  struct node *next;
  int items[4];
};

struct node *find(const char *name);

int initialiser(struct node *n) {
  int kind = n->kind; // WARN(null-dereference)
  if (!n)
    return -1;
  return kind;
}

int compared(const struct node *n, char *out) {
  out[0] = n->name[0]; // WARN(null-dereference)
  if (n == NULL || n->kind == 0) {
    fprintf(stderr, "no node\n");
    return 1;
  }
  return 0;
}

int from_a_call(const char *name) {
  struct node *n = find(name);
  printf("%s\n", n->name); // WARN(null-dereference)
  if (n == 0)
    goto out;
  return n->kind;
out:
  return 0;
}

int with_else(struct node *n, int deep) {
  int sum;
  if (deep)
    sum = n->items[0]; // WARN(null-dereference)
  else
    sum = n->items[1];
  if (n) {
    sum += n->kind;
  } else {
    puts("none");
  }
  return sum;
}

void in_a_loop(char **words, int count) {
  for (int i = 0; i < count; i++) {
    char *word = words[i];
    if (*word == '#') // WARN(null-dereference)
      puts("comment");
    if (!word)
      continue;
    puts(word);
  }
}

struct owner {
  struct node *first;
  int count;
};

int member(struct owner *o) {
  int kind = o->first->kind; // WARN(null-dereference)
  if (o->first == NULL)
    return -1;
  return kind;
}
