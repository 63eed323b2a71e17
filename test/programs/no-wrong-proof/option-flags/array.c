// getopt_long stores into the variable that an option names, and so decides which block is freed.
// violates: valid-memtrack
// shown by: LeakSanitizer
#include <getopt.h>
#include <stdlib.h>

int main(void) {
  int drop = 0;
  char *words[] = {"program", "--drop", NULL};
  struct option all[] = {{"drop", no_argument, &drop, 1}, {0, 0, 0, 0}};
  int *block = malloc(sizeof *block);
  while (getopt_long(2, words, "", all, NULL) != -1) {
  }
  if (drop)
    block = NULL;
  free(block);
  return 0;
}
