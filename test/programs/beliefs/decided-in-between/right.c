// Two conditions that go together: the second is only true where the first was.
#include <stddef.h>
#include <string.h>

struct request {
  const char *body;
  int wanted, kind;
};

int read_body(struct request *r, int length) {
  const char *text = 0;
  if (length > 0) text = r->body;
  if (r->wanted) return (int)strlen(text); // NOWARN
  return 0;
}

int by_kind(struct request *r) {
  const char *text = 0;
  switch (r->kind) {
  case 1:
    text = "one";
    break;
  case 2:
    text = r->body;
    break;
  }
  return *text; // NOWARN
}

int last_of(const char *const *all, int n) {
  const char *last = 0;
  for (int i = 0; i < n; i++) last = all[i];
  return *last; // NOWARN
}

// What is not decided in between stays an error.
int either(const char *a, const char *b) {
  if (a || b) return *a; // WARN(null-dereference)
  return 0;
}

int whatever(struct request *r, int first) {
  const char *text = r->body;
  if (!text) r->wanted = 0;
  if (first) return *text; // WARN(null-dereference)
  return 1 + *text;        // WARN(null-dereference)
}

int by_letter(char c) {
  const char *text = 0;
  if (c == 'a') text = "one";
  else if (c == 'b') text = "two";
  else if (c == 'c') text = "three";
  return *text; // NOWARN
}

struct names {
  char **all;
  int room;
};

void reserve(struct names *n);

char *first_name(struct names *n) {
  if (n->all == NULL && n->room == 0) reserve(n);
  return n->all[0]; // NOWARN
}
