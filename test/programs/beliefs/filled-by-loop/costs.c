// The loop may not run at all.
#include <string.h>

static size_t first(char **names) { return (size_t)names[0][0]; }

int main(int argc, char **argv) {
  char *names[16];
  int count = 0;
  for (int i = 1; i < argc && i < 16; i++) names[count++] = argv[i];
  return (int)first(names); // MISSED(uninitialized-pointer): without arguments no element is set
}
