// The memory may have been allocated when the other argument ends the program.
// violates: valid-memcleanup
// shown by: C17 6.5.2.2p10 "Every evaluation in the calling function [...] is indeterminately sequenced"
#include <stdlib.h>

static int stop(int n) {
  if (n > 0)
    exit(0);
  return n;
}

static void keep(int n, int *p) { free(p); }

int main(int argc, char **argv) {
  keep(stop(1), malloc(sizeof(int)));
  return 0;
}
