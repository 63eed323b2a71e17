/* Half of a program: the error needs what the other half does. */
#include <stdlib.h>

extern char *several_make(int size);
extern int several_limit;

int several_use(int size) {
  char *p = several_make(size);
  if (!p)
    return -1;
  if (size > several_limit)
    return 1; // WARN(leak)
  free(p);
  return 0;
}

struct several_reader {
  int (*read)(struct several_reader *);
  int size;
};

/* The pointer leads to a function that is private to the other half. */
int several_open(struct several_reader *r) {
  char *buffer = malloc(10);
  if (!buffer)
    return -1;
  if (r->size == 6 && r->read)
    return 0; // WARN(leak)
  free(buffer);
  return r->size;
}
