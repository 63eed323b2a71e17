// glob calls the function for errors of directories that it cannot open, here because the name is too long.
// violates: valid-deref
// shown by: AddressSanitizer
#include <glob.h>
#include <string.h>

static int *count;

static int note(const char *path, int error) {
  (void)path;
  return *count += error;
}

int main(void) {
  glob_t g;
  static char pattern[300];
  memset(pattern, 'a', sizeof pattern);
  memcpy(pattern + sizeof pattern - 3, "/*", 3);
  if (glob(pattern, 0, note, &g) == 0)
    globfree(&g);
  return 0;
}
