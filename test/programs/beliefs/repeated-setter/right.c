// Initialisation sets the global for the first time.
#include <stdlib.h>
#include <string.h>

static char *home;

static void start(void) {
  home = strdup("/"); // NOWARN
}

void stop(void) { free(home); }

int main(void) {
  start();
  stop();
  return 0;
}
