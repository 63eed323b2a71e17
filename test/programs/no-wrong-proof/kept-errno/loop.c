// A loop ends when errno is set, which happens in strtol behind the pointer.
// violates: valid-free
// shown by: AddressSanitizer
#include <errno.h>
#include <stdlib.h>

static int failed(const int *error, const char *word) {
  strtol(word, NULL, 10);
  return *error != 0;
}

int main(void) {
  const char *words[] = {"1", "2", "99999999999999999999999"};
  int *error = &errno, *block = malloc(sizeof *block);
  *error = 0;
  for (int i = 0; i < 3; i++)
    if (failed(error, words[i]))
      free(block);
  free(block);
  return 0;
}
