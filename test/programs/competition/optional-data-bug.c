// Records of a list own a buffer or share none; the flag says which.
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

struct record {
  struct record *next;
  int *buffer;
  char has_buffer;
};

static struct record *append(struct record *list) {
  struct record *r = (struct record *)calloc(1, sizeof(struct record));
  if (!r) return list;
  if (__VERIFIER_nondet_bool()) {
    r->buffer = (int *)malloc(4 * sizeof(int));
    if (r->buffer) {
      r->has_buffer = 1;
      r->buffer[3] = 7;
    }
  }
  r->next = list;
  return r;
}

int main() {
  struct record *list = NULL, *r;
  while (__VERIFIER_nondet_bool()) list = append(list);
  for (r = list; r; r = r->next)
    r->buffer[0] = r->buffer[3]; // WARN(null-dereference)
  while (list) {
    r = list;
    list = list->next;
    if (r->has_buffer) free(r->buffer);
    free(r);
  }
  return 0;
}
