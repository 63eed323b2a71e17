// The flag that getopt_long_only stores is the index of an element.
// violates: valid-deref
// shown by: AddressSanitizer
#include <getopt.h>
#include <stdlib.h>

static int mode;
static const struct option options[] = {{"fast", no_argument, &mode, 64}, {0, 0, 0, 0}};

static void parse(int count, char **words) {
  for (;;) {
    if (getopt_long_only(count, words, "", options, NULL) == -1)
      return;
  }
}

int main(void) {
  char *words[] = {"program", "-fast", NULL};
  char *names = calloc(4, 1);
  mode = 1;
  parse(2, words);
  names[mode] = 1;
  free(names);
  return 0;
}
