// A recursive function changes the path that it gets, and keeps nothing.
#include <stdlib.h>
#include <string.h>
extern int more(const char *);
static void walk(char *name, int n) {
  for (char *p = name; *p; p++)
    if (*p == '/') {
      if (more(p)) walk(p + 1, n - 1);
      *p = '/';
    }
}
void visit(const char *s) {
  char *p = strdup(s);
  if (!p) return;
  walk(p, (int)strlen(p));
} // WARN(leak)
void visit_and_free(const char *s) {
  char *p = strdup(s);
  if (!p) return;
  walk(p, (int)strlen(p));
  free(p);
}
