// Two strings in a loop, one of them freed by a helper; widths that are arguments are not understood.
#include <stdlib.h>
#include <string.h>
extern int note(const char *format, ...);
static void discard(char **s) {
  free(*s);
}
void pairs(const char *const *names, int n) {
  for (int i = 0; i < n; i++) {
    char *copy = strdup(names[i]);
    if (!copy) return;
    discard(&copy);
    note("%s is now %.10s", names[i], copy); // WARN(use-after-free)
  }
}
void pairs_well(const char *const *names, int n) {
  for (int i = 0; i < n; i++) {
    char *copy = strdup(names[i]);
    if (!copy) return;
    note("%s is now %.10s", names[i], copy); // NOWARN
    discard(&copy);
    copy = NULL;
    note("%*d %s", 4, i, names[i]); // NOWARN
  }
}
