// Right: the pointer has changed, only some paths dereference it, or the test says nothing about it.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
  int kind;
  char *name;
  struct node *next;
};

struct owner {
  struct node *first;
  int count;
};

struct node *find(const char *name);
void refill(struct owner *o);

int reassigned(struct node *n) {
  int sum = n->kind;
  n = n->next;
  if (!n) // NOWARN
    return sum;
  return sum + n->kind;
}

int list(struct node *n) {
  int sum = 0;
  while (n) { // NOWARN
    sum += n->kind;
    n = n->next;
    if (!n)
      break;
  }
  return sum;
}

int last(struct node *n) {
  int sum = 0;
  do {
    sum += n->kind;
    n = n->next;
  } while (n); // NOWARN
  return sum;
}

int some_paths(struct node *n, int known) {
  if (known)
    printf("%d\n", n->kind);
  if (!n) // NOWARN
    return 0;
  return n->kind;
}

int tested_before(struct node *n) {
  if (n && n->kind)
    puts("kind");
  if (!n)
    return 0;
  n->kind++;
  if (!n) // NOWARN
    return 1;
  return 2;
}

void asserted(struct node *n) {
  n->kind = 1;
  assert(n); // NOWARN
  assert(n != NULL);
}

#define RELEASE(p) do { if (p) { free(p); (p) = NULL; } } while (0)
#define NAME(p) ((p) ? (p)->name : "none")
#define REQUIRE(p, result) do { if (!(p)) return result; } while (0)

int macros(struct node *n) {
  n->kind = 0;
  puts(NAME(n)); // NOWARN
  REQUIRE(n, 0); // NOWARN
  RELEASE(n);
  return 1;
}

void release(struct node *n) {
  puts(n->name);
  if (n) // NOWARN
    free(n);
}

struct node *address_only(struct owner *o) {
  struct node **link = &o->first;
  if (!o) // NOWARN
    return NULL;
  return *link;
}

int changed_by_call(struct owner *o) {
  int kind = o->first->kind;
  refill(o);
  if (!o->first) // NOWARN
    return -1;
  return kind;
}

int changed_by_store(struct owner *o) {
  int kind = o->first->kind;
  o->first = o->first->next;
  if (!o->first) // NOWARN
    o->count = 0;
  return kind;
}

void retried(const char *name) {
  struct node *n = find(name);
  while (!n) // NOWARN
    n = find(name);
  puts(n->name);
}

int sized(struct node *n) {
  size_t size = sizeof *n + sizeof n->kind;
  if (!n) // NOWARN
    return 0;
  return (int)size;
}

static int only_real_nodes(struct node *n) {
  int kind = n->kind; // NOWARN
  if (!n)
    return -1;
  return kind;
}

int caller(int kind) {
  struct node one = {kind, 0, 0};
  return only_real_nodes(&one);
}
