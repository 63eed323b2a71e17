// The setter has one call site, which is reached repeatedly.
#include <stdlib.h>
#include <string.h>

static char *home;

static void set_home(const char *path) {
  home = strdup(path); // MISSED(leak): the previous home
}

void stop(void) { free(home); }

/** Called for each line of the input. */
void handle(const char *line) {
  if (line[0] == 'h') set_home(line + 1);
}
