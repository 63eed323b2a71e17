// `die` is defined elsewhere and does not return, though nothing declares it.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
  int value;
};

void die(const char *format, ...);
struct node *find(int key);

static void warn_only(const char *text) { fprintf(stderr, "%s\n", text); }

int first(struct node *n) {
  if (!n) die("nothing: %s", strerror(errno));
  return n->value; // NOWARN
}

int second(struct node *n) {
  if (!n || !n->next) {
    fputs("too few\n", stderr);
    die("a list of two is expected");
  }
  return n->next->value; // NOWARN
}

int found(int key) {
  struct node *n = find(key);
  n || (die("no such key"), 0);
  return n->value; // NOWARN
}

struct node *make(int value) {
  struct node *n;
  if ((n = malloc(sizeof *n)) == NULL) die("no memory");
  n->next = NULL; // NOWARN
  n->value = value;
  return n;
}

int warned(struct node *n) {
  if (!n) warn_only("nothing");
  return n->value; // WARN(null-dereference)
}

int printed(struct node *n) {
  if (!n) fprintf(stderr, "nothing\n");
  return n->value; // WARN(null-dereference)
}

int counted(struct node *n, int *errors) {
  if (!n) {
    die("counted");
    ++*errors;
  }
  return n->value; // WARN(null-dereference)
}
