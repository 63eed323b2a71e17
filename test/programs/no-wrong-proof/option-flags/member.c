// The flag of an option is a member of a record on the heap.
// violates: valid-deref
// shown by: AddressSanitizer
#include <getopt.h>
#include <stdlib.h>

struct settings {
  int verbose;
  int *level;
};

int main(void) {
  struct settings *s = malloc(sizeof *s);
  s->verbose = 0;
  s->level = NULL;
  char *words[] = {"program", "--verbose", NULL};
  struct option all[] = {{"quiet", no_argument, NULL, 'q'}, {"verbose", no_argument, &s->verbose, 7}, {0, 0, 0, 0}};
  int c = getopt_long(2, words, "q", all, NULL);
  if (c == 0 && s->verbose == 7)
    *s->level = 1;
  free(s);
  return 0;
}
