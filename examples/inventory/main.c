/* usage: inventory [-v] [-c CONFIG] [-f FILE]; then commands, one a line. */
#include "inventory.h"

#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  struct store store = {0};
  struct config config;
  const char *file = "inventory.txt";
  init_config(&config);
  int option;
  while ((option = getopt(argc, argv, "vc:f:")) != -1) {
    switch (option) {
    case 'v':
      config.verbose = 1;
      break;
    case 'c':
      if (read_config(&config, optarg) < 0)
        return 2;
      break;
    case 'f':
      file = optarg;
      break;
    default:
      fprintf(stderr, "usage: %s [-v] [-c CONFIG] [-f FILE]\n", argv[0]);
      return 2;
    }
  }
  if (load_store(&store, file) < 0)
    fprintf(stderr, "%s could not be read completely\n", file);
  char line[256];
  for (;;) {
    if (config.verbose)
      fputs(config.prompt, stdout);
    if (!fgets(line, sizeof line, stdin))
      break;
    if (run_command(&store, &config, line) != 0)
      break;
  }
  free_store(&store);
  free_config(&config);
  return 0;
}
