// A check that ends the process by a signal, where others call abort.
#include <signal.h>
#include <stdlib.h>

char *make(int broken) {
  char *p = malloc(3);
  if (p == NULL) return NULL;
  if (broken) {
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
    return NULL; // NOWARN: not reached
  }
  return p;
}
