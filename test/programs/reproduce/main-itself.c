/* The function is main, and the program has names that a harness might use. */
#include <stdlib.h>
#include <string.h>

static const char *input[2] = {"none", "some"};
#define PUT(text) strdup(text)

int main(int argc, char **argv) {
  char *copy = PUT(input[argc > 1]);
  if (!copy)
    return 1;
  if (argc == 4)
    copy = PUT(input[0]); // WARN(leak)
  free(copy);
  return 0;
}
