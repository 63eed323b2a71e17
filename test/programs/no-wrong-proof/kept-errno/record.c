// The address of errno is a member of a record; the call that fails is in another function.
// violates: valid-deref
// shown by: AddressSanitizer
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

struct reader {
  int *error;
  char *line;
};

static void look(const char *path) {
  FILE *f = fopen(path, "r");
  if (f)
    fclose(f);
}

int main(void) {
  struct reader *r = malloc(sizeof *r);
  r->error = &errno;
  r->line = NULL;
  *r->error = 0;
  look("/nowhere/at/all");
  if (*r->error)
    r->line[0] = 0;
  free(r);
  return 0;
}
